import { textOn } from '#contract/brand/contrast.ts';

/** The colour of the button and the text on it; empty where the page gives none, or what is no colour. */
export function readAccent(accent = ''): readonly [fill: string, text: string] {
  if (/^#[\da-f]{6}$/i.test(accent)) return [accent, textOn(accent)];
  if (accent) console.warn(`Parley: data-accent must be #rrggbb, but is ${accent}`);
  return ['', ''];
}
