type Cell = string | number;

export type CsvRow = readonly Cell[];

/** Rows as RFC 4180 has them. */
export function csv(rows: readonly CsvRow[]): string {
  return rows.map((row) => `${row.map(write).join(',')}\r\n`).join('');
}

/** Spreadsheets execute cells that begin like a formula, and partners choose the names of their users. */
function write(value: Cell): string {
  const plain = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
