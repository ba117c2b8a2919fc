/** Characters of an answer that are read and built in one task of the page. */
export const mostAtOnce = 24_000;
