/** Whether a matrix is tried whole. The fault runs set this; `npm test` has a part of each. */
export const isWhole = process.env['PARLEY_WHOLE_MATRIX'] === 'true';
