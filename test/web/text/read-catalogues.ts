import { type Language, languages } from '#contract/languages/languages.ts';

/** The words of one language by their place, such as `chat.sidebar.newChat`. */
export type Words = Map<string, string>;

/** What a function of a catalogue is called with: of each kind something that would be seen if it were left out. */
const samples: readonly (readonly unknown[])[] = [
  [3, 12, 'x'],
  ['Ada', 'user', '14:00'],
];

/** The chat's catalogues as texts. Formats of numbers come from the document, which tests have none of. */
export async function chatText(): Promise<ReadonlyMap<Language, Words>> {
  Object.assign(globalThis, { document: { documentElement: { lang: 'en' } } });
  const read = await Promise.all(
    languages.map(async (language) => {
      const { chat, common, readLater } = await import(`../../../src/web/shared/text/${language}/chat.ts`);
      const words: Words = new Map();
      collect({ chat, common, ...(await readLater()) }, '', words);
      return [language, words] as const;
    }),
  );
  return new Map(read);
}

function collect(value: unknown, place: string, words: Words): void {
  if (typeof value === 'string') words.set(place, value);
  else if (typeof value === 'function')
    collect(
      callWithSamples((...given) => Reflect.apply(value, null, given), place),
      place,
      words,
    );
  else if (typeof value === 'object' && value !== null) {
    for (const [name, member] of Object.entries(value)) {
      collect(member, place === '' ? name : `${place}.${name}`, words);
    }
  }
}

function callWithSamples(words: (...given: unknown[]) => unknown, place: string): string {
  const named = /passwordLink|placeholder|deleteBody|resets|UsedUp|usedUp/.test(place);
  const [numbers = [], texts = []] = samples;
  return String(words(...(named ? texts : numbers)));
}
