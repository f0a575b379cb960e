import { branchesOf } from '../scripts/coverage/branches-of.mjs';

const at = (line?: number) => ({ start: line === undefined ? {} : { line } });

describe('npm run coverage', () => {
  it('counts every way through a file, and says in which lines those begin that were not taken', () => {
    const branchMap = {
      0: { loc: { start: { line: 3 } }, locations: [at(3), at()] },
      1: { loc: { start: { line: 9 } }, locations: [at(9), at(10), at(10)] },
      2: { loc: { start: { line: 2 } }, locations: [at(2)] },
    };
    expect(branchesOf({ branchMap, b: { 0: [4, 0], 1: [0, 0, 0], 2: [1] } })).toEqual({ all: 6, taken: 2, lines: [3, 9, 10] });
  });
});
