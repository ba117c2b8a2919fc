/** The window assumed for an unknown model. */
export const assumedWindowTokens = 128_000;

/** The offline provider. It needs no settings, and answers only when no other provider is configured. */
export const demoProviderId = 'demo';
