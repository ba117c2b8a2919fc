import { limits } from '#contract/limits.ts';
import type { Method, OpenApiDocument, Operation, Parameter } from '#http/openapi/types.ts';
import { type DescribedRequest, inConversation, withMember } from './described-request.ts';
import { fileMistakes } from './file-mistakes.ts';

/** Every operation, in an order in which each finds what it needs. */
export function operationsOf(document: OpenApiDocument): readonly DescribedRequest[] {
  return Object.entries(document.paths)
    .flatMap(([path, item]) => {
      const [server = document.servers[0]] = item.servers ?? [];
      return methodsOf(item).map(([method, operation]) => goodOf(method, path, operation, server?.url ?? ''));
    })
    .toSorted((a, b) => rankOf(a) - rankOf(b));
}

/**
 * Operations that create come first, outer objects before inner ones; operations that delete come last, inner objects
 * before outer ones.
 */
function rankOf({ method, path }: DescribedRequest): number {
  if (method === 'delete') return 4 - path.split('{').length / 10;
  if (/revoke|cancel|publish/.test(path)) return 2;
  return method === 'post' ? path.split('{').length / 10 : 1;
}

/**
 * The good request in each format of its answer, and each mistake that can be made in it, whether or not the document
 * lists the result.
 */
export function requestsOf(good: DescribedRequest): readonly DescribedRequest[] {
  const { headers, method, operation, query } = good;
  const made = (name: string, change: Partial<DescribedRequest> = {}) => ({ ...good, name, ...change });
  const streams = Object.values(operation.responses).some((one) => one.content?.['text/event-stream']);
  const events = { ...headers, accept: 'text/event-stream', 'Idempotency-Key': `events ${good.path}` };
  return [
    good,
    ...(streams ? [made('events', { headers: events, ...streaming(good) })] : []),
    ...(method === 'post' ? [made('the same again')] : []),
    made('no credentials', { caller: 'none' }),
    made('wrong credentials', { caller: 'wrong' }),
    made('no permission', { caller: 'forbidden' }),
    made('a lapsed subscription', { caller: 'lapsed' }),
    made('an unknown parameter', { query: { ...query, no_such_parameter: '1' } }),
    made(twoHosts),
    ...unknownOf(good),
    ...defaultAgentOf(good),
    ...enabledClientOf(good),
    ...crowdOf(good),
    ...eventsOf(good),
    ...resetsOf(good),
    ...ownOf(good),
    ...decisionsOf(good),
    ...(good.hosted ? [made('a page of another person', { caller: 'another person' })] : []),
    ...bodyMistakes(good),
    ...(asks(good) ? (['used up', 'busy', 'refused', 'failing'] as const) : []).map((caller) =>
      made(caller, { caller, headers: {} }),
    ),
  ];
}

export const twoHosts = 'two hosts';

function asks({ operation }: DescribedRequest): boolean {
  return operation.requestBody?.required === true && 'Idempotency-Key' in parametersIn(operation, 'header');
}

function goodOf(method: Method, path: string, operation: Operation, server: string): DescribedRequest {
  // Examples of cursors and of conversations come from another database.
  const { cursor: _, before: __, after, ...others } = parametersIn(operation, 'query');
  const query = after === undefined || path.endsWith('/events') ? others : { ...others, after };
  const inHeader = parametersIn(operation, 'header');
  const { 'If-None-Match': ___, 'X-Conversation-Id': ____, 'Idempotency-Key': key, ...rest } = inHeader;
  const headers = { ...rest, ...(key === undefined ? {} : { 'Idempotency-Key': `${key} ${path}` }) };
  const [[type = '', example] = []] = Object.entries(operation.requestBody?.content ?? {}).flatMap(
    ([type, { example }]) => (example === undefined ? [] : [[type, example] as const]),
  );
  return {
    method,
    path,
    operation,
    name: 'good',
    hosted: server.includes('{tenant}'),
    prefix: new URL(server.replace('{tenant}', 'tenant')).pathname.replace(/\/$/, ''),
    parameters: {},
    query,
    headers: type === '' || type === 'application/json' ? headers : { ...headers, 'content-type': type },
    body: example === undefined ? null : typeof example === 'string' ? example : JSON.stringify(example),
    caller: 'good',
  };
}

function parametersIn({ parameters = [] }: Operation, place: Parameter['in']): Record<string, string> {
  const named = parameters.filter((one) => one.in === place && one.example !== undefined);
  return Object.fromEntries(named.map(({ name, example }) => [name, String(example)]));
}

/** An unknown id in the path or, for a conversation, in the body. */
function unknownOf(good: DescribedRequest): DescribedRequest[] {
  const uuid = crypto.randomUUID();
  const names = [...good.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  if (names.length === 0 && !asks(good)) return [];
  if (names.length === 0)
    return [{ ...good, name: 'unknown', headers: {}, body: inConversation(good, uuid) }];
  // Any id is one for a new document.
  const chosen = good.method === 'put' ? ['document'] : [];
  return names
    .filter((name) => !chosen.includes(name))
    .map((name) => {
      const unknown: Record<string, string> = {
        uuid,
        id: `hu:${uuid}`,
        webhook: uuid,
        event: `evt_${uuid}`,
        server: uuid,
      };
      const value = unknown[name] ?? 'no-such-one';
      return { ...good, name: `an unknown ${name}`, parameters: { [name]: value } };
    });
}

/** Operations that are forbidden on an agent that is the default of a client. */
function defaultAgentOf(good: DescribedRequest): DescribedRequest[] {
  const { method, path } = good;
  if (!path.includes('/agents/{')) return [];
  const parameters = path.includes('{agent}') ? { agent: 'assistant' } : { slug: 'assistant' };
  const body = method === 'patch' ? JSON.stringify({ reserved: true }) : good.body;
  return [{ ...good, name: 'a default agent', parameters, body }];
}

/** Stands in a path for a client that is not revoked. */
export const enabledClient = 'an-enabled-client';

function enabledClientOf(good: DescribedRequest): DescribedRequest[] {
  if (good.method !== 'delete' || good.path !== '/admin/clients/{slug}') return [];
  return [{ ...good, name: 'an enabled client', parameters: { slug: enabledClient } }];
}

/** More readers than may wait, of a job that does not begin, of events, or of a conversation that they know. */
function crowdOf(good: DescribedRequest): DescribedRequest[] {
  const { method, path, query } = good;
  if (method === 'get' && isSearch(path)) {
    return [{ ...good, name: 'a search in a crowd', caller: 'crowd', query: { ...query, q: 'word' } }];
  }
  if (method === 'get' && path === '/responses/{response}') {
    return [{ ...good, name: 'a crowd', caller: 'crowd', query: { ...query, stream: 'true' } }];
  }
  const waits = ['/jobs/{uuid}', '/conversations/{uuid}'].some((part) => path.includes(part));
  if (method !== 'get' || !(waits || path === '/events')) return [];
  const { after: _, ...rest } = query;
  const longest = path === '/events' ? { ...rest, wait: '30' } : rest;
  const headers: Readonly<Record<string, string>> = path.includes('/jobs/') ? {} : { 'if-none-match': '*' };
  return [{ ...good, name: 'a crowd', caller: 'crowd', query: longest, headers }];
}

/** A search takes the place of one waiting reader. */
export function isSearch(path: string): boolean {
  return path.endsWith('/conversations');
}

/** A cursor of 1970, a series and a month of no client, and an endpoint more than a client may have. */
function eventsOf(good: DescribedRequest): DescribedRequest[] {
  const { method, path, query } = good;
  if (method === 'get' && path.endsWith('/events')) {
    const after = Buffer.from('1 3 0 0').toString('base64url');
    return [{ ...good, name: 'an old cursor', query: { ...query, after } }];
  }
  if (/\/usage\/(?:series|month)$/.test(path)) {
    return [{ ...good, name: 'an unknown client', query: { ...query, client: 'no-such-one' } }];
  }
  if (method !== 'post' || !path.endsWith('/webhooks')) return [];
  return [{ ...good, name: 'an eleventh endpoint', caller: 'ten endpoints' }];
}

/** After so many in an hour, a person gets no more. */
const resetsAnHour = 10;

/** Until the resets of the hour are used up. */
function resetsOf(good: DescribedRequest): DescribedRequest[] {
  if (!good.path.endsWith('/reset-password')) return [];
  return Array.from({ length: resetsAnHour }, () => ({ ...good, name: 'another reset' }));
}

/** What a partner does alone: two keys in use, then the rotations of the hour, as many as resets; and no such version. */
function ownOf(good: DescribedRequest): DescribedRequest[] {
  const again = Array.from({ length: resetsAnHour }, () => ({ ...good, name: 'another rotation' }));
  if (good.path === '/keys/rotate') return [{ ...good, name: 'two keys', caller: 'two keys' }, ...again];
  if (good.method === 'put' && good.path.endsWith('/tools/{tool}')) {
    return [{ ...good, name: 'another definition', body: withMember(good, { offered_hash: 'another' }) }];
  }
  if (good.method === 'patch' && good.path.endsWith('/tool-servers/{server}')) {
    // The first server of the client was added by the example.
    return [{ ...good, name: 'a name that is taken', body: withMember(good, { name: 'shop' }) }];
  }
  if (!good.path.endsWith('/guidance/publish')) return [];
  return [{ ...good, name: 'an unknown version', body: withMember(good, { version: 1_000_000 }) }];
}

/** A no, the yes after it, and a yes in a minute that is used up. */
function decisionsOf(good: DescribedRequest): DescribedRequest[] {
  if (good.method !== 'post' || !good.path.endsWith('/actions/{uuid}')) return [];
  return [
    { ...good, name: 'a no', body: withMember(good, { decision: 'decline' }) },
    { ...good, name: 'a yes after a no' },
    { ...good, name: 'too fast', caller: 'too fast' },
  ];
}

function bodyMistakes(good: DescribedRequest): DescribedRequest[] {
  if (good.operation.requestBody === undefined) return [];
  if (good.operation.requestBody.content['application/json'] === undefined) return fileMistakes(good);
  const headers = { ...good.headers, 'content-type': 'text/plain' };
  const tooLarge = (good.prefix === '/openai/v1' ? limits.openAiBodyBytes : limits.bodyBytes) + 8_192;
  return [
    { ...good, name: 'text', headers, body: 'text' },
    { ...good, name: 'half of a body', body: '{"' },
    { ...good, name: 'a body too large', body: JSON.stringify('x'.repeat(tooLarge)) },
    { ...good, name: 'an unknown member', body: withMember(good, { no_such_member: 1 }) },
  ];
}

/** Clients of OpenAI's API ask for a stream in the body, or in the query where there is none. */
function streaming(good: DescribedRequest): Partial<DescribedRequest> {
  if (good.body === null)
    return { query: { ...good.query, ...('stream' in good.query && { stream: 'true' }) } };
  return good.prefix === '/openai/v1' ? { body: withMember(good, { stream: true }) } : {};
}

function methodsOf(item: OpenApiDocument['paths'][string]): [Method, Operation][] {
  const { servers: _, ...methods } = item;
  return Object.entries(methods).map(([name, operation]) => [methodOf(name), operation]);
}

function methodOf(name: string): Method {
  const found = (['get', 'post', 'patch', 'put', 'delete'] as const).find((method) => method === name);
  if (found === undefined) throw new Error(`${name} is no method`);
  return found;
}
