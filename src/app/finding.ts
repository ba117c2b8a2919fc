/** The result of one check of the doctor. */
export interface Check {
  readonly name: string;
  readonly status: 'pass' | 'warn' | 'fail';
  readonly detail: string;
}

/** The outcome of a check; plain text means success. */
export type Finding = Omit<Check, 'name'> | string;
