import type { Request } from './cut-frames.ts';
import type { CutPlan } from './cut-postgres.ts';

export type Begins = CutPlan['begins'];

/** The first request of an exchange, with all of these words in it or in its statement. */
export const firstWith =
  (...words: readonly string[]): Begins =>
  (request, isFirst) =>
    isFirst &&
    words.every((word) => [request.text, ...request.statements].some((text) => text.includes(word)));

export const transaction: Begins = (request, isFirst) => isFirst && request.statements[0] === 'BEGIN';

/** The first claim in the priority lane that begins after a job was committed. */
export function claimAfterCommit(): Begins {
  let isCommitted = false;
  return (request: Request, isFirst) => {
    isCommitted ||= request.statements.includes('COMMIT');
    return isCommitted && firstWith('claim_turns', 'priority')(request, isFirst);
  };
}

/** The first transaction with a decision after the end of an attempt was sent. */
export function decisionAfterFinish(): Begins {
  let isFinishing = false;
  return (request: Request, isFirst) => {
    isFinishing ||= request.statements.some((statement) => statement.includes('finish_attempts'));
    return isFinishing && transaction(request, isFirst);
  };
}
