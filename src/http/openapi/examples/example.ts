/** The example of one operation in the description. */
export interface OperationExample {
  /** Values of parameters, by name. */
  readonly parameters?: Readonly<Record<string, string | number>>;
  readonly body?: object;
  /** By status; streams have examples of their own. */
  readonly answers?: Readonly<Record<number, object>>;
}
