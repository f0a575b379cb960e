/** Why an executor is called off before it is done. It is the reason its signal carries. */
export type CalledOff =
  /** It took too long. */
  | { readonly why: 'timeout'; readonly afterMs: number }
  /** The claim is over: cancelled, reassigned, taken over. Whatever comes of it is nobody's. */
  | { readonly why: 'lost'; readonly detail: string }
  /** This worker stops; another one shall have the task. */
  | { readonly why: 'stopping' };
