import { batch, signal } from '@preact/signals';
import { directionOf, type Language, type PerLanguage } from '#contract/languages/languages.ts';

/** The words of a page's first paint in one language, and the way to those that it loads on demand. */
interface PageWords<Later> {
  readonly readLater: () => Promise<{ readonly later: Later }>;
}

/** Where a page keeps its words. */
interface WordStore<First, Later> {
  setFirst(words: First): void;
  setLater(words: Later): void;
}

/** The language of one page, which its reader may change while the page is open. */
export function createPageLanguage<First extends PageWords<Later>, Later>(
  catalogues: PerLanguage<() => Promise<First>>,
  store: WordStore<First, Later>,
) {
  const language = signal<Language>('en');
  let current: First | null = null;
  let usesLater = false;

  /** Nothing changes until all words of the language are there. */
  async function loadLanguage(wanted: Language): Promise<void> {
    const first = await catalogues[wanted]();
    const later = usesLater ? await readLater(first) : null;
    current = first;
    const { documentElement: root } = document;
    root.lang = wanted;
    root.dir = directionOf(wanted);
    batch(() => {
      if (later !== null) store.setLater(later);
      store.setFirst(first);
      language.value = wanted;
    });
  }

  /** Loads the words in the language of the document, whose file the document has asked for already. */
  function startText(): Promise<void> {
    const { lang } = document.documentElement;
    return loadLanguage(isLanguage(lang) ? lang : 'en');
  }

  /** Loads a part of the page together with the words that only such parts use. */
  async function withWords<T>(load: () => Promise<T>): Promise<T> {
    const [loaded] = await Promise.all([load(), openLater()]);
    return loaded;
  }

  async function openLater(): Promise<void> {
    usesLater = true;
    const first = current;
    if (first === null) return;
    const later = await readLater(first);
    // Another language may have been chosen meanwhile, which brings its own.
    if (first === current) store.setLater(later);
  }

  async function readLater(first: First): Promise<Later> {
    const { later } = await first.readLater();
    return later;
  }

  function isLanguage(tag: string): tag is Language {
    return Object.hasOwn(catalogues, tag);
  }

  return { language, loadLanguage, startText, withWords };
}
