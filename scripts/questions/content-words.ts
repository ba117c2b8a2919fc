/** Words that say nothing of what a sentence is about, and the verbs of every question. */
const emptyWords = new Set(
  (
    'a about above after again against all alone along also although am an and another any anything are as aren ask at ' +
    'away be because been before being below between both but by came can cannot come could d did do does doesn doing ' +
    'don done down during each either else even every everybody everything few find for from further get gets getting ' +
    'give go goes going gone got had has have having he her here hers him his how i if in instead into is isn it its ' +
    'just know let like ll m made make makes many may me mean means might mine more most much must my need needs ' +
    'neither never no nor not nothing now of off on once one only onto or other others our ours out over own ' +
    'perhaps please put quite rather re really s same say says see should shouldn so some somebody somehow something ' +
    'somewhere still such t take takes tell than that the their theirs them themselves then there these they thing ' +
    'things this those though through to together too two under until up upon us use used using ve very via want ' +
    'wanted was way we well were what when where whether which while who whole whom whose why will with within ' +
    'without won would yes yet you your yours'
  ).split(' '),
);

const endings = ['ation', 'ment', 'ate', 'ing', 'ion', 'ed', 'er', 'al', 'ly'];

/** What a text is about: its words without the empty ones, each reduced to its stem. */
export function contentWords(text: string): ReadonlySet<string> {
  const words =
    withoutAddresses(text)
      .toLowerCase()
      .match(/\p{N}+|[\p{L}\p{N}]{2,}/gu) ?? [];
  return new Set(words.filter((word) => !emptyWords.has(word)).map(stemOf));
}

/** Addresses of links do not count. */
function withoutAddresses(markdown: string): string {
  return markdown.replaceAll(/\]\([^)]*\)/g, ']');
}

/** Cuts rather too much than too little: what looks alike counts as the same word. */
function stemOf(word: string): string {
  const singular = word.replace(/(?:ies|y)$/, 'i').replace(/(..[^su])s$/, '$1');
  const ending = endings.find((one) => singular.endsWith(one) && singular.length - one.length >= 3);
  const stem = ending === undefined ? singular : singular.slice(0, -ending.length);
  return stem.replace(/(?<=..)[ei]$/, '').replace(/(.)\1$/, '$1');
}
