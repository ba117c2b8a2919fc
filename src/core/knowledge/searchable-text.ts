/** Runs of scripts that write words without spaces between them. */
const unspaced =
  /[\p{Script_Extensions=Han}\p{Script_Extensions=Hiragana}\p{Script_Extensions=Katakana}\p{Script_Extensions=Thai}\p{Script_Extensions=Lao}\p{Script_Extensions=Khmer}\p{Script_Extensions=Myanmar}]+/gu;

/** The language decides nothing here: the dictionaries follow from the script. */
const words = new Intl.Segmenter('en', { granularity: 'word' });

/**
 * A text as PostgreSQL finds its words, for a part of a document and for a question alike: words that are written
 * without spaces are parted.
 */
export function searchableText(text: string): string {
  return text.replace(
    unspaced,
    (run) => ` ${[...words.segment(run)].map(({ segment }) => segment).join(' ')} `,
  );
}
