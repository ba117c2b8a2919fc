/** The lowest round number that is not below `value`: 4, 10, 20, 40 and so on; 4 where there is nothing. */
export function niceCeiling(value: number): number {
  if (value <= 4) return 4;
  const power = 10 ** Math.floor(Math.log10(value));
  const step = [1, 2, 4, 6, 8, 10].find((factor) => factor * power >= value) ?? 10;
  return step * power;
}
