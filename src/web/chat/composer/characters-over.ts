/** How many characters (of Unicode) a text is too long; negative or zero where it is not. */
export function charactersOver(value: string, most: number): number {
  // A character has one or two units, so a text with few units need not be counted.
  if (value.length <= most) return 0;
  let count = 0;
  for (const _ of value.trim()) count += 1;
  return count - most;
}
