/** What steers or hides text, and is not text itself: controls, marks of direction, tags, selectors of variants. */
export const unseen = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** What ends a line, and is shown as a space. */
export const breaks = /[\t-\r\u0085\u2028\u2029]/g;

const pictograph = String.raw`[\p{Extended_Pictographic}--\p{Cn}]`;
/** Scripts that are written with joiners within words, and those that have no spaces between words. */
const joined = 'Arab Syrc Nkoo Mong Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh';
const unspaced = 'Khmr Laoo Mymr Thai Tibt';

/**
 * What is unseen as well, and only gives the seen character before it its form, as in emoji and in Persian or Hindi
 * words. Two in a row, or one behind any other character, could carry a message.
 */
const forming = new RegExp(
  [
    String.raw`(?<=${pictograph})[\ufe0e\ufe0f]`,
    String.raw`(?<=[0-9#*])\ufe0f(?=\u20e3)`,
    String.raw`(?<=${pictograph}\ufe0f?\p{Emoji_Modifier}?)\u200d(?=${pictograph})`,
    String.raw`(?<=\p{sc=Han})[\ufe00-\ufe02\u{e0100}-\u{e01ef}]`,
    String.raw`(?<=[\p{sc=Mong}&&\p{L}])[\u180b-\u180f]`,
    String.raw`(?<=${lettersOf(joined)})[\u200c\u200d]`,
    String.raw`(?<=${lettersOf(unspaced)})[\u200b-\u200d]`,
  ].join('|'),
  'gv',
);

/** Whether a text says more than a person sees of it. Where a line ends is seen: as a space. */
export function hidesSomething(text: string): boolean {
  return text.replaceAll(forming, '').replaceAll(breaks, ' ').search(unseen) !== -1;
}

function lettersOf(scripts: string): string {
  const properties = scripts.split(' ').map((name) => `\\p{scx=${name}}`);
  return String.raw`[[\p{L}\p{M}]&&[${properties.join('')}]]`;
}
