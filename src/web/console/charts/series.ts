/** One colour of a chart: a number for each day. */
export interface Series {
  readonly name: string;
  readonly values: readonly number[];
}
