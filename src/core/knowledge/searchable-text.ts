/** Runs of scripts that write words without spaces between them. */
const unspaced =
  /[\p{Script_Extensions=Han}\p{Script_Extensions=Hiragana}\p{Script_Extensions=Katakana}\p{Script_Extensions=Thai}\p{Script_Extensions=Lao}\p{Script_Extensions=Khmer}\p{Script_Extensions=Myanmar}]+/gu;

/** The language decides nothing here: the dictionaries follow from the script. */
const words = new Intl.Segmenter('en', { granularity: 'word' });

/** What joins the words of a path, an address or a name of code, but not the digits of a number. */
const joints = /(?<=[\p{L}\p{N}])[./:=]+(?=\p{L})|(?<=\p{L})[./:=]+(?=\p{N})|\//gu;

const unread = /[\0<>]/g;

/**
 * A text as PostgreSQL finds its words, for a part of a document and for a question alike. Words that are written
 * without spaces are parted, and so are those of a path, for which people ask one by one. A NUL, which PostgreSQL
 * cannot read, parts them, too, and so do the signs of markup: PostgreSQL passes over tags, and behind `<script>` over
 * everything, but a text about a page is found by what it says of it.
 */
export function searchableText(text: string): string {
  return text.replace(unread, ' ').replace(joints, ' ').replace(unspaced, parted);
}

function parted(run: string): string {
  return ` ${[...words.segment(run)].map(({ segment }) => segment).join(' ')} `;
}
