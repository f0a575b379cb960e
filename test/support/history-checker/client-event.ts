/**
 * What a client writes down, in the order it happens: that it asks for something, and how that ended. `ok` and `fail` are answers of the
 * service; `unknown` is none: the operation may have been carried out, once, or not. Times are of the one clock all processes of a machine
 * share and that only goes forward, in nanoseconds.
 */
export type ClientEvent =
  | {
      readonly event: 'invoke';
      readonly op: string;
      readonly task: string;
      readonly what: 'commit' | 'read';
      readonly at: number;
      readonly expected?: number;
    }
  | { readonly event: 'ok'; readonly op: string; readonly at: number; readonly version: number }
  | { readonly event: 'fail'; readonly op: string; readonly at: number; readonly why: string }
  | { readonly event: 'unknown'; readonly op: string; readonly at: number; readonly why: string };
