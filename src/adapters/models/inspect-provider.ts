import { StringDecoder } from 'node:string_decoder';
import { ModelError } from '#core/models/model-error.ts';
import type { ProviderFinding } from '#core/models/model-provider.ts';
import type { ModelPage, Wire } from '#wires/wire.ts';
import { Exchange } from './http1/exchange.ts';
import type { Headers } from './http1/response-reader.ts';
import type { Endpoint } from './outbound.ts';
import { statusFailure } from './provider-failure.ts';
import { transportFailure, unsendable } from './transport-failure.ts';

const LONGEST_MS = 8_000;
/** Gateways list hundreds of models with their prices and descriptions. */
const MAX_LIST_LENGTH = 8 * 1024 * 1024;

/** The server answers and accepted the key; it only offers no list. */
const REACHABLE = new Set([404, 405, 429]);

/**
 * Asks for the list of models, which needs the key and costs no tokens. A model that is not listed is requested by
 * its name.
 */
export async function inspectProvider(
  endpoint: Endpoint,
  wire: Wire,
  expected: readonly string[],
  signal: AbortSignal,
): Promise<ProviderFinding> {
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(LONGEST_MS)]);
  const get = (path: string) => ask(endpoint, path, inTime);
  try {
    const { status, headers, body } = await get(wire.modelsPath);
    if (REACHABLE.has(status)) return finding('pass', `answers, and lists no models (${status})`);
    if (status !== 200) return refusal(status, statusFailure(status, headers, body).message);
    const page = pageIn(wire, body);
    if (page === null) return finding('warn', 'answers with something else than a list of models');
    const unknown = await unknownModels(page, expected, (model) => get(wire.modelPath(model)));
    if (unknown.length === 0) return finding('pass', `accepts the key and lists ${count(page)}`);
    const detail = `does not know ${unknown.join(', ')}; it lists ${count(page)}`;
    return { status: 'warn', detail, unknownModels: unknown };
  } catch (error) {
    return finding('fail', inTime.aborted ? 'does not answer in time' : reasonOf(error));
  }
}

/** Lists are not always complete: vendors leave out aliases and preview models that they serve. */
async function unknownModels(
  page: ModelPage,
  expected: readonly string[],
  askFor: (model: string) => Promise<{ readonly status: number }>,
): Promise<string[]> {
  const unlisted = expected.filter((model) => !page.models.includes(model));
  const unknown: string[] = [];
  for (const model of unlisted) {
    if ((await askFor(model)).status === 404) unknown.push(model);
  }
  return unknown;
}

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

async function ask(
  { pool, basePath, identity }: Endpoint,
  path: string,
  signal: AbortSignal,
): Promise<Answer> {
  if (identity === null) throw unsendable();
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const decoder = new StringDecoder('utf8');
  const answer = { status: 0, headers: {}, body: '' };
  const request = { method: 'GET', path: basePath + path, headers: identity, body: '' } as const;
  const exchange = new Exchange(pool, request, {
    onSent: () => {},
    onHead: (status, headers) => Object.assign(answer, { status, headers }),
    onBody: (bytes) => {
      answer.body += decoder.write(bytes);
      if (answer.body.length > MAX_LIST_LENGTH) resolve(answer);
    },
    onEnd: () => resolve(answer),
    onError: reject,
  });
  const onAbort = () => reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    signal.throwIfAborted();
    exchange.start();
    return await promise;
  } finally {
    signal.removeEventListener('abort', onAbort);
    exchange.abort();
  }
}

function pageIn(wire: Wire, body: string): ModelPage | null {
  try {
    return wire.readModels(body);
  } catch {
    return null;
  }
}

function count({ models, complete }: ModelPage): string {
  return `${complete ? '' : 'more than '}${models.length} ${models.length === 1 ? 'model' : 'models'}`;
}

function refusal(status: number, message: string): ProviderFinding {
  return finding('fail', status === 401 || status === 403 ? `refuses the key: ${message}` : message);
}

function finding(status: ProviderFinding['status'], detail: string): ProviderFinding {
  return { status, detail, unknownModels: [] };
}

function reasonOf(error: unknown): string {
  if (error instanceof ModelError) return error.message;
  return error instanceof Error ? transportFailure(error, false).message : 'failed';
}
