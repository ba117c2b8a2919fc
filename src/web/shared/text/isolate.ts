const reordering = /[\u202a-\u202e\u2066-\u2069]/g;
const rightToLeft = /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufeff]/;

/**
 * A name for the inside of a sentence, in which nothing of it reorders what stands around it. Elements of their own
 * need it not: `dir="auto"` does the same.
 */
export function isolate(name: string): string {
  const plain = name.replace(reordering, '');
  return rightToLeft.test(plain) ? `\u2068${plain}\u2069` : plain;
}
