import { until } from './until.ts';

/** The first answer of health that is not 503, which reports a database that has not answered for a moment. */
export function settledHealth<Answer extends { readonly status: number }>(ask: () => Promise<Answer>) {
  return until(async () => {
    const answer = await ask();
    return answer.status !== 503 && answer;
  });
}
