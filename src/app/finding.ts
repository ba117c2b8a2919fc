/** One thing that the doctor looked at. */
export interface Check {
  readonly name: string;
  readonly status: 'pass' | 'warn' | 'fail';
  readonly detail: string;
}

/** What was found; a text alone is what was found in order. */
export type Finding = Omit<Check, 'name'> | string;
