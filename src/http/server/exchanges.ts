import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { ParleyError } from '#core/errors.ts';
import { checkExternalUserId } from '#core/identity/external-user-id.ts';
import type { RequestCaller, RequestInProgress, RequestTelemetry } from '#core/numbers/request-telemetry.ts';
import { newId } from '#core/shared/new-id.ts';
import type { Hosts } from './hosts.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The telemetry of this request; null while earlier requests of its connection are answered. */
    exchange: RequestInProgress | null;
    /** A proxy chose the id. */
    hasForeignId: boolean;
    /** The end user, where another place than `external_user_id` names it. */
    namedUser: string | null;
  }
}

/** A request id that a proxy may choose. */
const proxiesId = /^[\w.:@+/=-]{1,128}$/;
/** The status counted for a request whose sender left before any answer. */
const leftStatus = 499;

/** Each request and its answer, as the operator learns of them. */
export class Exchanges {
  readonly #hosts: Hosts;
  readonly #telemetry: RequestTelemetry;

  constructor(hosts: Hosts, telemetry: RequestTelemetry) {
    this.#hosts = hosts;
    this.#telemetry = telemetry;
  }

  /** Only a trusted proxy may choose the id: callers could otherwise write one id into the lines of many requests. */
  requestId(request: IncomingMessage): string {
    return this.#foreignId(request) ?? newId();
  }

  begin(request: FastifyRequest): void {
    const { raw, id: requestId } = request;
    request.hasForeignId = this.#foreignId(raw) !== null;
    const traceparent = this.#isByProxy(raw) ? raw.headers['traceparent'] : null;
    request.exchange = this.#telemetry.began({
      requestId,
      host: this.#hosts.of(raw).kind,
      method: raw.method ?? '',
      traceparent: typeof traceparent === 'string' ? traceparent : null,
    });
  }

  end(request: FastifyRequest, { statusCode, headersSent }: ServerResponse): void {
    request.exchange?.ended({
      ...callerOf(request),
      route: routeOf(request),
      status: headersSent ? statusCode : leftStatus,
      waitMs: waitSecondsOf(request.raw.url ?? '') * 1_000,
    });
  }

  #foreignId(request: IncomingMessage): string | null {
    const sent = this.#isByProxy(request) ? request.headers['x-request-id'] : null;
    return typeof sent === 'string' && proxiesId.test(sent) ? sent : null;
  }

  #isByProxy({ socket }: IncomingMessage): boolean {
    return this.#hosts.trustsProxy(socket.remoteAddress);
  }
}

export function noteRefusal(request: FastifyRequest, error: ParleyError): void {
  const cause = error.code === 'internal_error' ? (error.cause ?? error) : null;
  const { code, status, headers } = error;
  const hasTurn = 'x-job-id' in headers;
  request.exchange?.refused({ ...callerOf(request), code, status, hasTurn, cause });
}

/** Without the inner prefix of the host. */
function routeOf({ is404, routeOptions }: FastifyRequest): string | null {
  if (is404 || routeOptions.url === undefined) return null;
  return routeOptions.url.replace(/^\/@\w+/, '') || '/';
}

function callerOf(request: FastifyRequest): RequestCaller {
  const { caller } = request;
  if (caller === null) return { clientId: null, clientSlug: null, userId: () => null };
  const userId = () => (caller.kind === 'hosted' ? caller.userId : namedUser(request));
  return { clientId: caller.client.id, clientSlug: caller.client.slug, userId };
}

/** The end user that a request with a key names. Null for text that is no identity: it may be anything. */
function namedUser(request: FastifyRequest): string | null {
  if (request.namedUser !== null) return request.namedUser;
  const named = namedIn(request);
  if (typeof named !== 'string') return null;
  try {
    return checkExternalUserId(named, '');
  } catch {
    return null;
  }
}

/** What a request with a key sends as its end user, wherever it does. */
function namedIn({ body, raw }: FastifyRequest): unknown {
  const named = memberOf(memberOf(body, 'context'), 'external_user_id') ?? memberOf(body, 'external_user_id');
  if (named !== undefined) return named;
  const url = raw.url ?? '';
  const query = url.includes('?') ? url.slice(url.indexOf('?')) : '';
  return new URLSearchParams(query).get('external_user_id');
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

function waitSecondsOf(url: string): number {
  return Number(/[?&]wait=(\d{1,2})\b/.exec(url)?.[1] ?? 0);
}
