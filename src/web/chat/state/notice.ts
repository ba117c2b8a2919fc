import { quotaDimensions } from '#contract/quota.ts';
import { RequestFailed } from '../../shared/api/request-failed.ts';
import { localMoment } from '../../shared/dates.ts';
import { text } from '../../shared/text/text.ts';

export interface NoticeAction {
  readonly label: string;
  readonly run: () => void;
}

/** Something that went wrong, in words, with the actions against it. */
export interface Notice {
  readonly message: string;
  readonly actions: readonly NoticeAction[];
}

export function explain(error: unknown, actions: readonly NoticeAction[] = []): Notice {
  return { message: wordsFor(error), actions };
}

export function wordsForCode(code: string, otherwise: string): string {
  const known: Readonly<Record<string, string>> = text.problems;
  return Object.hasOwn(known, code) ? (known[code] ?? otherwise) : otherwise;
}

function wordsFor(error: unknown): string {
  if (!(error instanceof RequestFailed)) return text.problems.unexpected;
  if (error.unanswered) return navigator.onLine ? text.problems.unreachable : text.problems.offline;
  const { problem } = error;
  if (problem === null) return text.problems.unexpected;
  if (problem.code === 'quota_exceeded') {
    const { dimension, scope, reset_at: resetAt } = problem;
    return `${wordsForQuota(dimension, scope, resetAt)} ${text.usage.kept}`;
  }
  return wordsForCode(problem.code, problem.detail || problem.title);
}

/** Names the limit that refused and when it resets, in the reader's time zone. */
export function wordsForQuota(dimension: unknown, scope: unknown, resetAt: unknown): string {
  const reset = typeof resetAt === 'string' ? localMoment(resetAt) : '';
  return text.usage.usedUp(nameOf(dimension), scope === 'client' ? 'client' : 'user', reset);
}

function nameOf(dimension: unknown): string {
  return text.dimensions[quotaDimensions.find((name) => name === dimension) ?? 'requests'];
}
