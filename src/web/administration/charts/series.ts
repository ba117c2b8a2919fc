/**
 * One colour of a chart: a number for each day. Those that are too small for a colour of their own share the grey one.
 */
export interface Series {
  readonly name: string;
  readonly values: readonly number[];
  readonly isRest?: true;
}

export function colourOf({ isRest }: Series, position: number): string {
  return `series-${isRest ? 6 : position}`;
}
