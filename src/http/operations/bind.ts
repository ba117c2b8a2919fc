import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import type { ClientOperation } from '#contract/operations/client-operation.ts';
import type { CsvRow } from '#contract/shared/csv.ts';
import type { Client } from '#core/clients/client.ts';
import type { Caller } from '#core/identity/caller.ts';
import type { AnyClientOperation } from '#core/operations/client/client-operation.ts';
import type { OperationResult } from '#core/operations/operation.ts';
import type { Asker } from '#core/operations/principal.ts';
import type { HandlerResult } from '../routing/call.ts';
import { type Authenticate, addRoute } from '../routing/route.ts';
import { goneSignal } from '../streaming/open-stream.ts';
import { sendLines, sendRows } from '../streaming/send-lines.ts';

/** How a channel asks for operations on one client. */
export interface Channel {
  /** The operation as the channel has it, or null. */
  toEndpoint(name: string, row: ClientOperation): Endpoint | null;
  /** The author of the request, and the client that it is about. */
  identify(caller: Caller, request: FastifyRequest): { readonly by: Asker; readonly client: Client };
  /** The query about a person as the operation reads it, where the channel names people differently. */
  readQuery?(query: object): object;
  /** The address below which the client's resources are, for new ones. */
  readonly root: string;
}

/** Registers those of the operations on one client that a channel has. */
export function bindOperations<Services>(
  app: FastifyInstance,
  prefix: string,
  authenticate: Authenticate,
  operations: readonly AnyClientOperation<Services>[],
  services: Services,
  { toEndpoint, identify, readQuery = asItIs, root }: Channel,
): void {
  for (const { name, row, perform } of operations) {
    const endpoint = toEndpoint(name, row);
    if (endpoint === null) continue;
    const url = `${prefix}${endpoint.path}`;
    addRoute(app, url, endpoint, authenticate, async ({ caller, params, query, body, request, reply }) => {
      const asked = row.ofPerson ? readQuery(query) : query;
      const asking = { ...identify(caller, request), params, query: asked, body };
      const result = await perform(services, { ...asking, ...leavingOf(endpoint, reply) });
      return answerOf(endpoint, result, root, reply);
    });
  }
}

/** Reading a file takes long enough to be ended when its sender has left. */
export function leavingOf(
  { fileTypes }: Pick<Endpoint, 'fileTypes'>,
  reply: FastifyReply,
): { readonly signal?: AbortSignal } {
  return fileTypes === undefined ? {} : { signal: goneSignal(reply) };
}

/**
 * The one status of the endpoint, or the one of several that the operation says, and where a new resource is, below the root of the channel; null for lines and rows.
 */
export async function answerOf(
  endpoint: Endpoint,
  { body, location, status }: OperationResult,
  root: string,
  reply: FastifyReply,
): Promise<HandlerResult | null> {
  const [[first, answer] = []] = Object.entries(endpoint.answers);
  if (isRows(body, answer)) return sendRows(reply, body, 'usage');
  if (isLines(body)) return sendLines(reply, body, 'user-data');
  return {
    status: status ?? Number(first),
    body,
    ...(location !== undefined && { headers: { location: `${root}${location}` } }),
  };
}

function asItIs(query: object): object {
  return query;
}

function isRows(body: object, answer: unknown): body is AsyncIterable<CsvRow> {
  return answer === 'csv' && isLines(body);
}

function isLines(body: object): body is AsyncIterable<object> {
  return Symbol.asyncIterator in body;
}
