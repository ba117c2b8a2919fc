type Members = Readonly<Record<string, unknown>> | null;

export interface ChangeWords {
  /** For no value. */
  readonly nothing: string;
  /** Between the value before and the one after. */
  readonly arrow: string;
  readonly nameOf: (member: string) => string;
  /** Null: the value is shown as it is. */
  readonly wordsOf: (member: string, value: unknown) => string | null;
}

const longest = 120;

/** As programs name members and values. */
export function plainWords(nothing: string): ChangeWords {
  return { nothing, arrow: '→', nameOf: (member) => member, wordsOf: () => null };
}

/** A change in one line: `enabled: true → false`. */
export function describeChange(before: Members, after: Members, words: ChangeWords): string {
  const show = (name: string, value: unknown) => showValue(name, value, words);
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  const parts = names.map((name) => {
    const label = words.nameOf(name);
    return before === null || !Object.hasOwn(before, name)
      ? `${label}: ${show(name, after?.[name])}`
      : `${label}: ${show(name, before[name])} ${words.arrow} ${show(name, after?.[name])}`;
  });
  return parts.join(', ');
}

function showValue(name: string, value: unknown, { nothing, wordsOf }: ChangeWords): string {
  if (value === null || value === undefined || value === '') return nothing;
  const text = wordsOf(name, value) ?? (typeof value === 'string' ? value : JSON.stringify(value));
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}
