import { HandoffError } from '../errors/handoff.error.js';

/**
 * Where a reading stands. It pins the version that decided the order and how far texts are cut,
 * so that later pages go on with the same list whatever was written in between.
 */
export interface Cursor {
  readonly asOf: number;
  /** How many characters of each text are shown at first. */
  readonly leadChars: number;
  /** How many tokens one element may take. */
  readonly elementTokens: number;
  /** The element that comes next. */
  readonly element: number;
  /** The first element some of whose text was cut; −1 while there is none. */
  readonly firstCut: number;
  /** Which of the element's cut texts comes next, and from which character on; −1 while elements are still being shown. */
  readonly rest: number;
  readonly offset: number;
}

const SHAPE = /^v(\d{1,9})\.(\d{1,6})\.(\d{1,6})\.(\d{1,9})(?:c(\d{1,9}))?(?:r(\d{1,5})\.(\d{1,5}))?$/;

export const writeCursor = ({ asOf, leadChars, elementTokens, element, firstCut, rest, offset }: Cursor): string =>
  `v${asOf}.${leadChars}.${elementTokens}.${element}${firstCut < 0 ? '' : `c${firstCut}`}${rest < 0 ? '' : `r${rest}.${offset}`}`;

export const readCursor = (text: string): Cursor => {
  const found = SHAPE.exec(text);
  if (found === null)
    throw new HandoffError('invalid_request', 'The cursor is not one that was given out.', {
      errors: [{ path: 'cursor', message: 'must be a next_cursor' }],
    });
  const number = (group: number, otherwise: number): number => (found[group] === undefined ? otherwise : Number(found[group]));
  return {
    asOf: number(1, 0),
    leadChars: number(2, 0),
    elementTokens: number(3, 0),
    element: number(4, 0),
    firstCut: number(5, -1),
    rest: number(6, -1),
    offset: number(7, 0),
  };
};
