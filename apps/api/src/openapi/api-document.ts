/** Where the published document is kept for whoever serves it. */
export const API_DOCUMENT = Symbol('api document');
