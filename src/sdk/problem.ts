import type { BusyDetails, ErrorCode, ProblemDocument, QuotaDetails } from './wire.ts';

/** Keeps the known codes in the editor's suggestions and accepts any other. */
export type Open<Code extends string> = Code | (string & Record<never, never>);

/** The body of a refusal: RFC 9457 problem details. `code` may be one of a newer service. */
export interface Problem extends Readonly<Omit<ProblemDocument, 'code'>> {
  readonly code: Open<ErrorCode>;
  readonly [member: string]: unknown;
}

export interface QuotaProblem extends Problem, Readonly<QuotaDetails> {}

export interface BusyProblem extends Problem, Readonly<BusyDetails> {}

/** The problem in a body, or null for anything else, such as the page of a proxy. */
export function parseProblem(text: string): Problem | null {
  const body = parseOrNull(text);
  return isProblem(body) ? body : null;
}

export function isQuotaProblem(problem: Problem | null): problem is QuotaProblem {
  return (
    problem?.code === 'quota_exceeded' &&
    typeof problem['dimension'] === 'string' &&
    typeof problem['usage'] === 'object'
  );
}

export function isBusyProblem(problem: Problem | null): problem is BusyProblem {
  return problem?.code === 'conversation_busy' && typeof problem['job_uuid'] === 'string';
}

function isProblem(body: unknown): body is Problem {
  return typeof body === 'object' && body !== null && 'code' in body && typeof body.code === 'string';
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
