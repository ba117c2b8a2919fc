type Members = Readonly<Record<string, unknown>> | null;

const longest = 120;

/** A change in one line: `enabled: true → false`. `nothing` is the word for no value. */
export function describeChange(before: Members, after: Members, nothing: string): string {
  const show = (value: unknown) => showValue(value, nothing);
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  const parts = names.map((name) =>
    before === null || !Object.hasOwn(before, name)
      ? `${name}: ${show(after?.[name])}`
      : `${name}: ${show(before[name])} → ${show(after?.[name])}`,
  );
  return parts.join(', ');
}

function showValue(value: unknown, nothing: string): string {
  if (value === null || value === undefined || value === '') return nothing;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}
