/** The reasons why a long password would still be guessed early. */
export type Weakness = 'common' | 'repetitive' | 'personal';

/** Digits and signs with which people lengthen a word. */
const mostAround = 8;
const fewestCharacters = 5;

/** Reverses what guessing programs reverse: case, `0` for `o`, a repeated word, digits and signs at the ends. */
export async function weaknessOf(password: string, own: readonly string[]): Promise<Weakness | null> {
  const folded = password.normalize('NFKC').toLowerCase();
  if (new Set(folded).size < fewestCharacters || isCount(folded)) return 'repetitive';
  const readings = readingsOf(folded);
  const personal = new Set(own.flatMap((word) => [word, word.split('@')[0] ?? '']).map(lettersOf));
  if (readings.some((reading) => personal.has(lettersOf(reading)))) return 'personal';
  const common = await commonPasswords();
  return readings.some((reading) => common.has(reading)) ? 'common' : null;
}

/** The password as it is, without its affixes, without a repetition, and each of these in plain letters. */
function readingsOf(folded: string): readonly string[] {
  const spellings = [folded, plainLetters(folded)];
  const readings = spellings.flatMap((spelling) => {
    const core = coreOf(spelling);
    return spelling.length - core.length <= mostAround ? [spelling, core] : [spelling];
  });
  return readings
    .flatMap((reading) => [reading, coreOf(repeatedPart(reading))])
    .filter((reading) => reading !== '');
}

function coreOf(text: string): string {
  return text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
}

function plainLetters(text: string): string {
  const letters: Readonly<Record<string, string>> = {
    0: 'o',
    1: 'l',
    3: 'e',
    4: 'a',
    5: 's',
    7: 't',
    '@': 'a',
    $: 's',
    '!': 'i',
  };
  // Affixes are kept, so that they can be stripped later.
  return text.replace(/(?<=\p{L}[^\p{L}]*)[0-57@$!](?=[^\p{L}]*\p{L})/gu, (sign) => letters[sign] ?? sign);
}

/** `abc` of `abcabc`; the text itself when it does not repeat. */
function repeatedPart(text: string): string {
  const length = (text + text).indexOf(text, 1);
  return text.slice(0, length);
}

/** Each character is the successor, or the predecessor, of its neighbour: `abcdef…`, `987654…`. */
function isCount(text: string): boolean {
  const codes = [...text].map((character) => character.codePointAt(0) ?? 0);
  const steps = new Set(codes.slice(1).map((code, index) => code - (codes[index] ?? 0)));
  return steps.size === 1 && Math.abs([...steps][0] ?? 0) <= 1;
}

function lettersOf(word: string): string {
  return word.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

let known: Promise<ReadonlySet<string>> | undefined;

/** 49,000 passwords of published breaches, loaded when the first password is chosen. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  known ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set([...dictionary['passwords-common']].map(String)),
  );
  return known;
}
