import { parseArgs } from 'node:util';
import { Failure } from '../command/failure.mjs';

/** What is asked for on the command line. @param {string[]} args @returns {{ pause: boolean }} */
export function readDemoWish(args) {
  try {
    const { values } = parseArgs({ args, options: { pause: { type: 'boolean', default: false } } });
    return { pause: values.pause };
  } catch (error) {
    throw new Failure(`${/** @type {Error} */ (error).message.split('. ')[0]}: npm run demo, or npm run demo -- --pause to go on by Enter`);
  }
}
