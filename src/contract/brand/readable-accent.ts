import { contrast, parseColor, type Rgb, readableRatio } from './contrast.ts';

/** The backgrounds that are hardest to read on: what is selected or raised, in both themes. */
const grounds = { light: [0xf0, 0xf0, 0xee], dark: [0x2b, 0x2e, 0x33] } as const;

export interface ReadableAccent {
  /** Readable on every background of the light theme. */
  readonly light: string;
  /** Readable on every background of the dark theme. */
  readonly dark: string;
}

/**
 * The accent, darkened for the light theme and lightened for the dark one until text in it has a contrast of 4.5:1.
 */
export function readableAccent(accent: string): ReadableAccent {
  const color = parseColor(accent);
  return {
    light: formatColor(towards(color, [0, 0, 0], grounds.light)),
    dark: formatColor(towards(color, [0xff, 0xff, 0xff], grounds.dark)),
  };
}

/** The mix of both colours, in steps of a hundredth, at the first step that has the contrast. */
function towards(color: Rgb, end: Rgb, ground: Rgb): Rgb {
  for (let percent = 0; percent < 100; percent++) {
    const mixed = mix(color, end, percent / 100);
    if (contrast(mixed, ground) >= readableRatio) return mixed;
  }
  return end;
}

function mix([r, g, b]: Rgb, [x, y, z]: Rgb, share: number): Rgb {
  const between = (from: number, to: number) => Math.round(from + (to - from) * share);
  return [between(r, x), between(g, y), between(b, z)];
}

function formatColor(color: Rgb): string {
  return `#${color.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}
