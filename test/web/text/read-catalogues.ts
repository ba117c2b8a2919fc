import type { FindingFacts } from '#contract/embedding/finding-facts.ts';
import { type Language, languages } from '#contract/languages/languages.ts';

/** The words of one language by their place, such as `chat.sidebar.newChat`. */
export type Words = Map<string, string>;

/** What a function of a catalogue is called with: of each kind something that would be seen if it were left out. */
const samples: readonly (readonly unknown[])[] = [
  [3, 12, 'x', 'y'],
  ['Ada', 'user', '14:00'],
];

/** What the words of a finding name. */
const facts: FindingFacts = {
  origin: 'https://a.example',
  origins: ['https://b.example'],
  directive: 'script-src',
  source: 'https://c.example',
  add_to: 'frame-src',
  url: 'https://a.example/token',
  status: 500,
  error: 'z',
  command: 'curl',
};

/** The chat's catalogues as texts. */
export function chatText(): Promise<ReadonlyMap<Language, Words>> {
  return readAll(async (language) => {
    const { chat, common, readLater } = await import(`../../../locales/${language}/chat.ts`);
    return { chat, common, ...(await readLater()) };
  });
}

/** Those of the account page, without what it shares with the chat. */
export function accountText(): Promise<ReadonlyMap<Language, Words>> {
  return readAll(async (language) => {
    const { account, readLater } = await import(`../../../locales/${language}/account/account.ts`);
    return { account, ...(await readLater()) };
  });
}

/** Formats of numbers come from the document, which tests have none of. */
async function readAll(
  read: (language: Language) => Promise<unknown>,
): Promise<ReadonlyMap<Language, Words>> {
  Object.assign(globalThis, { document: { documentElement: { lang: 'en' } } });
  const found = await Promise.all(
    languages.map(async (language) => {
      const words: Words = new Map();
      collect(await read(language), '', words);
      return [language, words] as const;
    }),
  );
  return new Map(found);
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
  if (/^later\.findings\./.test(place)) return String(words(facts));
  const [numbers = [], texts = []] = samples;
  return String(words(...(named ? texts : numbers)));
}
