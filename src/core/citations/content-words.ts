import type { Range } from '#contract/citations/code-ranges.ts';

/** A word that says what a text is about. */
export interface ContentWord extends Range {
  /** Equal for most forms of a word. */
  readonly key: string;
}

const words = new Intl.Segmenter('en', { granularity: 'word' });

/** Scripts in which a short word may say as much as a long one elsewhere. */
const dense = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;
const fewestLetters = 4;
/** Where the forms of a word begin to differ in most languages. */
const stemLetters = 5;

/** Frequent words of several languages that are as long as others and say nothing. */
const emptyWords = new Set(
  [
    'about above after again also although always among another because been before being below between both',
    'could does doing down during each either else even ever every from further have having here however into',
    'itself just like made make many might more most much must neither never only other ours over same shall',
    'should since some such than that their theirs them then there these they this those though through thus',
    'under until upon very well were what when where whether which while whom whose will with within without',
    'would your yours',
    'aber alle allem allen aller alles also andere auch auf beim bereits dabei dafur damit dann dass dein deine',
    'denn dieser diese dieses diesem diesen doch dort durch eine einem einen einer eines fur haben hatte hier',
    'ihre ihrem ihren ihrer immer jede jeder jedes kann kein keine konnen mehr mein meine mussen nach nicht noch',
    'nur oder ohne sehr sein seine sich sind soll uber unter viel vom von wann wenn werden wird wurde zwischen',
    'alors aussi autre avec avoir cela cette comme dans depuis donc elle elles encore entre etre leur leurs mais',
    'meme moins nous plus pour quand quel quelle sans sera sont sous tous tout toute tres vous',
    'algo antes aunque cada como contra cual cuando desde donde durante ella ellas ellos entre esta estan este',
    'estos hasta mucho muy para pero porque puede pueden segun sobre solo sino tambien tiene tienen todo todos',
    'anche ancora cosi della delle dello degli dopo essere hanno loro molto nella nelle nello ogni perche piu',
    'possono questa queste questi questo quindi sono sulla tutti tutto ainda apos cada deve devem essa esse isso',
    'muito pela pelo podem quando seus suas tambem voce',
  ]
    .join(' ')
    .split(' '),
);

/** The words of a text that say what it is about, in their order. Numbers are none. */
export function contentWordsIn(text: string): ContentWord[] {
  const found: ContentWord[] = [];
  for (const { segment, index, isWordLike } of words.segment(text)) {
    if (isWordLike !== true || /\p{Nd}/u.test(segment)) continue;
    const folded = segment.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
    const letters = [...folded];
    if (!dense.test(folded) && (letters.length < fewestLetters || emptyWords.has(folded))) continue;
    const key = letters.slice(0, stemLetters).join('');
    found.push({ from: index, to: index + segment.length, key });
  }
  return found;
}
