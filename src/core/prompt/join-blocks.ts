/** Parts of a prompt as one text; empty ones leave nothing behind. */
export function joinBlocks(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('\n\n');
}
