export type Rgb = readonly [number, number, number];

/** WCAG AA for text. */
export const readableRatio = 4.5;

/** WCAG 2's contrast of two colours: 1 to 21. */
export function contrast(left: Rgb, right: Rgb): number {
  const [a, b] = [luminance(left) + 0.05, luminance(right) + 0.05];
  return a > b ? a / b : b / a;
}

/** Reads `#rrggbb`. */
export function parseColor(text: string): Rgb {
  const value = Number.parseInt(text.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

/** The text on a fill: white where that is readable, else black, which is readable on every other colour. */
export function textOn(fill: string): '#fff' | '#000' {
  return contrast(parseColor(fill), [255, 255, 255]) < readableRatio ? '#000' : '#fff';
}

/** WCAG 2's relative luminance. */
function luminance([red, green, blue]: Rgb): number {
  const linear = (channel: number) =>
    channel > 10 ? ((channel / 255 + 0.055) / 1.055) ** 2.4 : channel / 3294.6;
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}
