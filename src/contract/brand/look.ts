import { textOn } from './contrast.ts';
import { readableAccent } from './readable-accent.ts';

export const brandRadii = ['soft', 'square', 'round'] as const;
export const brandFonts = ['standard', 'system', 'humanist', 'geometric', 'serif'] as const;
export const brandDensities = ['comfortable', 'compact'] as const;

/** What a tenant chooses of the look of its pages. The first of each list is the pages' own. */
export interface BrandLook {
  /** `#rrggbb`, or null for the pages' own. */
  readonly accent: string | null;
  readonly radius: (typeof brandRadii)[number];
  readonly font: (typeof brandFonts)[number];
  readonly density: (typeof brandDensities)[number];
}

type Properties = Readonly<Record<`--${string}`, string>>;

/** The custom properties of a look in one theme, which replace those of the pages. */
export function lookProperties(
  { accent, radius, font, density }: BrandLook,
  theme: 'light' | 'dark',
): Properties {
  return {
    ...(accent !== null && {
      // Text and lines in the accent; a fill keeps the colour as it is, and its text follows.
      '--brand': readableAccent(accent)[theme],
      '--accent-fill': accent,
      '--on-accent': textOn(accent),
    }),
    ...radiusProperties[radius],
    ...(font !== 'standard' && { '--sans': fontStacks[font], '--serif': fontStacks[font] }),
    ...(density === 'compact' && compact),
  };
}

const radiusProperties: Readonly<Record<BrandLook['radius'], Properties>> = {
  soft: {},
  square: { '--radius-small': '0.125rem', '--radius': '0.125rem', '--radius-large': '0.25rem' },
  round: { '--radius-small': '0.75rem', '--radius': '1.25rem', '--radius-large': '1.625rem' },
};

/** Typefaces that systems bring along: a page loads none. */
const fontStacks: Readonly<Record<Exclude<BrandLook['font'], 'standard'>, string>> = {
  system: 'system-ui, sans-serif',
  humanist: 'Seravek, "Gill Sans Nova", Ubuntu, Calibri, "DejaVu Sans", sans-serif',
  geometric: 'Avenir, "Avenir Next", Montserrat, Corbel, "URW Gothic", sans-serif',
  serif: 'Charter, "Bitstream Charter", "Sitka Text", Cambria, "Liberation Serif", serif',
};

const compact: Properties = {
  '--space-4': '0.75rem',
  '--space-5': '1.0625rem',
  '--space-6': '1.5rem',
  '--space-7': '2.5rem',
  '--text-question': '1.1875rem',
};
