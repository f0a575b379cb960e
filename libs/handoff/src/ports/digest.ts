/** SHA-256 of a text, in lower-case hex. Given from outside, so that the domain stays free of any platform. */
export type Digest = (text: string) => string;
