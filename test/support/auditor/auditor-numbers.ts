/** How the answer to a numbered provider's nth call begins, counted from 1. */
export function numberedAnswer(call: number): string {
  return `Answer ${call}: `;
}

/** Which call gave an answer. */
export function numberOf(answer: string | null): number | null {
  const digits = /^Answer (\d+): /.exec(answer ?? '')?.[1];
  return digits === undefined ? null : Number(digits);
}
