/** Aligns rows in columns; the first row is the heading. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => plain(row[column]).length)),
  );
  return rows
    .map((row) =>
      row
        .map((cell, column) => plain(cell).padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** The members of an object, one per line; nested ones as `outer.inner`. */
export function describe(members: object): string {
  return table(lines(members, ''));
}

function lines(members: object, prefix: string): string[][] {
  return Object.entries(members).flatMap(([name, value]: [string, unknown]) => {
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return lines(value, `${prefix}${name}.`);
    }
    return [[prefix + name, shown(value)]];
  });
}

export function shown(value: unknown): string {
  if (value === null || value === undefined) return 'none';
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(shown).join(', ');
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return String(value);
}

/** External data must not control the terminal. */
function plain(text: string | undefined): string {
  return (text ?? '').replaceAll(/\p{Cc}+/gu, ' ');
}
