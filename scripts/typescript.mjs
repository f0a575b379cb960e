// Lets plain Node run the TypeScript sources, without a build: `node --import ./scripts/typescript.mjs test/faults/child.ts`.
// For child processes of tests, for bench and for page generators; the product itself runs from dist/.
import { register } from 'node:module';

register('./typescript-hooks.mjs', import.meta.url);
