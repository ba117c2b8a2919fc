/** A piece of a line, where its page shows it. */
export interface LinePiece {
  readonly str: string;
  readonly dir: string;
  /** Its last but one number is the distance from the left edge. */
  readonly transform: readonly unknown[];
}

/** Letters of Arabic as they are drawn beside others, and several as one. */
const drawnForms = /[\ufb50-\ufdff\ufe70-\ufefc]+/g;

const letter = /\p{L}/u;

/** The text of a line in the order in which it is read, which differs from that of the page from right to left. */
export function textOfLine(pieces: readonly LinePiece[]): string {
  const ordered = pieces.some(isRightToLeft) ? inReadingOrder(pieces) : pieces;
  return ordered
    .map(({ str }) => str)
    .join('')
    .replaceAll(drawnForms, (forms) => forms.normalize('NFKC'));
}

/** Words of the other direction than most of the line, with what stands between them, are read from their own end. */
function inReadingOrder(pieces: readonly LinePiece[]): readonly LinePiece[] {
  const shown = pieces.toSorted((one, other) => Number(one.transform[4]) - Number(other.transform[4]));
  const isMostly = isMostlyRightToLeft(shown);
  const ordered: LinePiece[] = [];
  let words: LinePiece[] = [];
  let between: LinePiece[] = [];
  const endWords = () => {
    for (const piece of [...words.toReversed(), ...between]) ordered.push(piece);
    words = [];
    between = [];
  };
  for (const piece of isMostly ? shown.toReversed() : shown) {
    if (isBlank(piece)) between.push(piece);
    else if (isRightToLeft(piece) === isMostly) {
      endWords();
      ordered.push(piece);
    } else {
      if (words.length === 0) endWords();
      for (const each of [...between, piece]) words.push(each);
      between = [];
    }
  }
  endWords();
  return ordered;
}

function isMostlyRightToLeft(pieces: readonly LinePiece[]): boolean {
  const written = pieces.filter(({ str }) => letter.test(str));
  const letters = (some: readonly LinePiece[]) => some.reduce((sum, { str }) => sum + str.length, 0);
  return letters(written.filter(isRightToLeft)) * 2 > letters(written);
}

/** Numbers are written from left to right in any script. */
function isRightToLeft({ str, dir }: LinePiece): boolean {
  return dir === 'rtl' && letter.test(str);
}

function isBlank({ str }: LinePiece): boolean {
  return !/[\p{L}\p{N}]/u.test(str);
}
