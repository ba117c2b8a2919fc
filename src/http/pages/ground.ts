/** The background of the pages in each theme: `--paper` of the style sheets, for what cannot read a custom property. */
export const ground = { light: '#fdfcfa', dark: '#141619' } as const;
