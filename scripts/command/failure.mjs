import process from 'node:process';

/** Something a person has to see as it stands: no stack, no frame around it. */
export class Failure extends Error {}

/**
 * The entry of every command: whatever goes wrong ends in a message and an exit code that is not 0.
 * @param {() => Promise<number>} command its result is the exit code
 */
export async function main(command) {
  try {
    process.exitCode = await command();
  } catch (error) {
    process.stderr.write(`${error instanceof Failure ? error.message : error instanceof Error ? error.stack : error}\n`);
    process.exitCode = 1;
  }
}
