import assert from 'node:assert/strict';
import type { Response } from 'undici';
import { type ErrorCode, errorTable, type Problem } from '#contract/errors.ts';

/** A response that was read to its end, clean or not. */
export interface Answered {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly text: string;
  /** False when the connection broke before the final chunk. */
  readonly complete: boolean;
}

export async function readAnswer(response: Response): Promise<Answered> {
  const decoder = new TextDecoder();
  let text = '';
  let complete = true;
  try {
    for await (const chunk of response.body ?? []) text += decoder.decode(chunk, { stream: true });
  } catch {
    complete = false;
  }
  return { status: response.status, headers: new Map(response.headers), text, complete };
}

/**
 * The problem document of a refusal with this code, after checking what all refusals share. `more` says where it
 * differs from others with its code.
 */
export function problemOf(
  answer: Answered,
  code: ErrorCode,
  more: { readonly retryable?: boolean } = {},
): Problem {
  const problem: Problem = JSON.parse(answer.text);
  assert.equal(problem.code, code, answer.text);
  const { status, title } = errorTable[code];
  const { retryable = errorTable[code].retryable } = more;
  assert.equal(answer.status, status);
  assert.equal(answer.headers.get('content-type'), 'application/problem+json');
  assert.deepEqual(
    { ok: problem.ok, status: problem.status, title: problem.title, retryable: problem.retryable },
    { ok: false, status, title, retryable },
  );
  assert.equal(problem.request_id, answer.headers.get('x-request-id'));
  assert.equal(answer.headers.get('www-authenticate'), status === 401 ? 'Bearer' : undefined);
  return problem;
}
