/** What the controllers are given; interfaces have no name at run time. */
export const READER = Symbol('reader');
export const COORDINATOR = Symbol('coordinator');
export const STORE = Symbol('store');
export const CHECK_DESK = Symbol('check desk');
export const PROJECT = Symbol('project');
