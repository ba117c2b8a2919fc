import type { Rgb } from '#contract/brand/contrast.ts';
import { locale } from '../../shared/text/format.ts';

/** A CSS colour in any notation, as the browser draws it. */
export function pixelOf(color: string): Rgb {
  const context = document.createElement('canvas').getContext('2d');
  if (context === null) return [0, 0, 0];
  context.fillStyle = color;
  context.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
  return [red, green, blue];
}

export function formatRatio(ratio: number): string {
  // Rounded down, so that a contrast shown as 4.5 is at least that.
  return `${(Math.floor(ratio * 10) / 10).toLocaleString(locale())}:1`;
}
