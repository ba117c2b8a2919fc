/** What the description shows of one operation. */
export interface OperationExample {
  /** Of parameters, by name. */
  readonly parameters?: Readonly<Record<string, string | number>>;
  readonly body?: object;
  /** By status; streams have examples of their own. */
  readonly answers?: Readonly<Record<number, object>>;
}
