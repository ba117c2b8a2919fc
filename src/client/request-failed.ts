import type { Problem } from '#contract/errors.ts';

/** A refusal by the service, or no answer at all (`problem` is null then). */
export class RequestFailed extends Error {
  readonly problem: Problem | null;
  readonly status: number;
  readonly retryAfterSeconds: number | null;

  constructor(problem: Problem | null, status: number, retryAfterSeconds: number | null, cause?: unknown) {
    super(problem?.title ?? (status === 0 ? 'no answer' : `status ${status}`), { cause });
    this.problem = problem;
    this.status = status;
    this.retryAfterSeconds = retryAfterSeconds;
  }

  get code(): string | null {
    return this.problem?.code ?? null;
  }

  /** True when it is unknown whether the service acted on the request. */
  get unanswered(): boolean {
    return this.status === 0;
  }
}

export async function failureOf(response: Response): Promise<RequestFailed> {
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
  const isProblem = response.headers.get('content-type')?.includes('json') ?? false;
  const problem: Problem | null = isProblem ? await response.json().catch(() => null) : null;
  return new RequestFailed(problem, response.status, Number.isFinite(retryAfter) ? retryAfter : null);
}
