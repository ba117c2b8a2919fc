/**
 * The phase of a launcher. It moves by `boot` from off to closed, by `open` and `close` between closed and open, and by
 * `shutdown` back to off; in any other phase such a call is ignored. Off is the only phase that is falsy.
 */
export const off = 0;
export const closed = 1;
export const opened = 2;
export type Phase = typeof off | typeof closed | typeof opened;
