// Imported first by every script of this folder, and written in a syntax that old versions of Node can still read.
const needed = { major: 20, minor: 19 };
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major < needed.major || (major === needed.major && minor < needed.minor)) {
  process.stderr.write(
    `Jerry Handoff needs Node ${needed.major}.${needed.minor} or newer and this is ${process.versions.node}: install a newer one from https://nodejs.org.\n`,
  );
  process.exit(1);
}
