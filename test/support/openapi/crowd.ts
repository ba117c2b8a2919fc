import { once } from 'node:events';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { limits } from '#contract/limits.ts';
import type { DescribedRequest } from './described-request.ts';
import type { JudgedAnswer } from './openapi-judge.ts';
import { isSearch } from './openapi-requests.ts';

type Ask = (request: DescribedRequest, headers: readonly string[]) => ClientRequest;

/**
 * Opens one reader more than one owner may have waiting, and returns the first refusal. A search is soon over, so
 * it comes while other readers wait.
 */
export function refusedInCrowd(
  request: DescribedRequest,
  headers: readonly string[],
  ask: Ask,
): Promise<JudgedAnswer> {
  const asks = (one: DescribedRequest, all: readonly string[]) => () => ask(one, all);
  if (!isSearch(request.path)) return crowd(request, asks(request, headers), async (refused) => refused);
  const identity = Object.entries(request.query).filter(([name]) => name === 'external_user_id');
  const query = { ...Object.fromEntries(identity), wait: '30' };
  const waiting = { ...request, path: `${request.path}/{uuid}`, query };
  const known = [...headers, 'if-none-match', '*'];
  return crowd(waiting, asks(waiting, known), () => readAnswer(request, ask(request, headers)));
}

async function crowd(
  request: DescribedRequest,
  ask: () => ClientRequest,
  then: (refused: JudgedAnswer) => Promise<JudgedAnswer>,
): Promise<JudgedAnswer> {
  const all = Array.from({ length: limits.waitingReaders + 1 }, ask);
  try {
    const refusals = all.map(async (asked) => {
      const [response] = await once(asked, 'response');
      if (response.statusCode === 200) throw new Error('this one may wait');
      return answerOf(request, response);
    });
    return await then(await Promise.any(refusals));
  } finally {
    for (const asked of all) asked.destroy();
  }
}

export async function readAnswer(request: DescribedRequest, asked: ClientRequest): Promise<JudgedAnswer> {
  const [response] = await once(asked, 'response');
  return answerOf(request, response);
}

async function answerOf(
  { method, path }: DescribedRequest,
  response: IncomingMessage,
): Promise<JudgedAnswer> {
  let text = '';
  for await (const piece of response.setEncoding('utf8')) text += piece;
  return { method, path, status: response.statusCode ?? 0, headers: response.headers, text };
}
