/** Prose in Latin script; deliberately conservative for other scripts. */
export const bytesPerToken = 4;
