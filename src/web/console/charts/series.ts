/** One colour of a chart: a number for each day. What was too small for a colour of its own shares the grey one. */
export interface Series {
  readonly name: string;
  readonly values: readonly number[];
  readonly isRest?: true;
}

export function colourOf({ isRest }: Series, position: number): string {
  return `series-${isRest ? 6 : position}`;
}
