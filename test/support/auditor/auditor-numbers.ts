/** The beginning of a numbered provider's answer to its nth call, counted from 1. */
export function numberedAnswer(call: number): string {
  return `Answer ${call}: `;
}

/** Which call gave an answer. */
export function numberOf(answer: string | null): number | null {
  const digits = /^Answer (\d+): /.exec(answer ?? '')?.[1];
  return digits === undefined ? null : Number(digits);
}
