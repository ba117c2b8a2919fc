/**
 * Rows as an array literal of a PostgreSQL row type, with its columns in order. PostgreSQL parses it in a fifth of
 * the time that JSON takes.
 */
export function rowsLiteral<Column extends string>(
  columns: readonly Column[],
  rows: readonly Readonly<Record<Column, RowValue>>[],
): string {
  const elements = rows.map((row) => `"(${columns.map((column) => fieldOf(row[column])).join()})"`);
  return `{${elements.join()}}`;
}

export type RowValue = string | number | boolean | null;

function fieldOf(value: RowValue): string {
  if (value === null) return '';
  if (typeof value !== 'string') return String(value);
  return `\\"${value.replace(/["\\]/g, escaped)}\\"`;
}

/** Escaped once for the row and once more for the array around it. */
function escaped(character: string): string {
  return character === '"' ? '\\"\\"' : '\\\\\\\\';
}
