import type { IncomingMessage, Server } from 'node:http';
import { Socket } from 'node:net';
import {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  fastify,
  LogController,
} from 'fastify';
import { limits } from '#contract/limits.ts';
import { errors } from '#core/errors.ts';
import type { RequestTelemetry } from '#core/numbers/request-telemetry.ts';
import { asError } from '#core/shared/as-error.ts';
import { Exchanges } from './exchanges.ts';
import type { Hosts } from './hosts.ts';
import { parseJsonBody, readFileBody } from './json-body.ts';
import { Pipelines } from './pipelines.ts';
import { knownError, sendProblem } from './problem.ts';
import { limitRestOfBody } from './rest-of-body.ts';
import { answerHeaders } from './security-headers.ts';
import { Unreadable } from './unreadable.ts';

export interface ServerOptions {
  readonly hosts: Hosts;
  readonly log: FastifyBaseLogger;
  readonly telemetry: RequestTelemetry;
  /** A reader that takes nothing of its answer for this long is cut. */
  readonly readerStallMs: number;
}

/** The inner prefix of each host: no outer path can reach it, because every outer path gets a prefix of its own. */
export const hostPrefixes = {
  api: '/@api',
  login: '/@login',
  console: '/@console',
  tenant: '/@tenant',
  unknown: '/@unknown',
} as const;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answers HTTP/1.1 without a Host too. */
    readonly withoutHost?: boolean;
    /** Its body is a file of one of these media types. */
    readonly fileTypes?: readonly string[] | undefined;
  }
}

/**
 * The HTTP server before it has routes. One router serves all hosts: the Host header selects an inner prefix, and an
 * unknown host ends where no route matches.
 */
export function createServer({ hosts, log, telemetry, readerStallMs }: ServerOptions): FastifyInstance {
  const everyAnswer = answerHeaders(hosts.apiOrigin);
  const pipelines = new Pipelines();
  const unreadable = new Unreadable(pipelines, telemetry);
  const exchanges = new Exchanges(hosts, telemetry);
  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    // A logger per request costs more than it adds: the few lines there name the request.
    childLoggerFactory: (logger) => logger,
    bodyLimit: limits.bodyBytes,
    requestTimeout: limits.requestMs.whole,
    schemaController: { compilersFactory: { buildValidator: refuseSchemas, buildSerializer: refuseSchemas } },
    http: {
      headersTimeout: limits.requestMs.head,
      connectionsCheckingInterval: 1_000,
      // Node's own refusal of a request without Host has no body and no request id.
      requireHostHeader: false,
    },
    keepAliveTimeout: 72_000,
    return503OnClosing: false,
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: 20_000, querystringParser: () => ({}) },
    genReqId: (request) => exchanges.requestId(request),
    rewriteUrl: (request) => hostPrefixes[hosts.of(request).kind] + readablePath(request.url ?? '/'),
    trustProxy: (address) => hosts.trustsProxy(address),
    frameworkErrors: (error, request, reply) => {
      void reply.header('x-request-id', request.id).headers(everyAnswer);
      sendProblem(error, request, reply);
      telemetry.unreadable(request.id, knownError(error).code);
    },
    clientErrorHandler: (error, socket) => unreadable.refuse(error, socket),
  });
  app.decorateRequest('caller', null);
  app.decorateRequest('cameWhole', false);
  app.decorateRequest('exchange', null);
  app.decorateRequest('namedUser', null);
  app.decorateRequest('hasForeignId', false);
  app.addHook('onRequest', (request, { raw: response }, done) => {
    const { raw } = request;
    const start = () => {
      exchanges.begin(request);
      done();
    };
    pipelines.add(raw, response, start, () => {
      exchanges.end(request, response);
      unreadable.answered(raw.socket);
    });
  });
  app.addHook('onRequest', async (request, reply) => {
    void reply.header('x-request-id', request.id).headers(everyAnswer);
    const refusal = refusalOf(request);
    if (refusal === null) return;
    void reply.header('connection', 'close');
    throw errors.badRequest(refusal);
  });
  app.addHook('onResponse', async (request) => limitRestOfBody(request.raw));
  cutUnreadAnswers(app, readerStallMs);
  acceptKnownTypes(app);
  app.setErrorHandler((error, request, reply) => sendProblem(error, request, reply));
  answerOddRequests(app.server, unreadable);
  return app;
}

/** Why a proxy and this server might not agree on what the request is; null when they will. */
function refusalOf({ raw, routeOptions }: FastifyRequest): string | null {
  if (isChunkedTooEarly(raw)) return 'transfer-encoding needs HTTP/1.1.';
  const repeated = repeatedHeader(raw);
  if (repeated !== null) return `${repeated} must be sent once.`;
  return lacksHost(raw) && !routeOptions.config.withoutHost ? 'host must be sent once.' : null;
}

/** Node's own answer to an unknown expectation has no request id, and to CONNECT it has none at all. */
function answerOddRequests(server: Server, unreadable: Unreadable): void {
  // An expectation that is not known may be ignored (RFC 9110, section 10.1.1).
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  server.on('connect', (_request, socket) => {
    // Node leaves the socket without a listener, and the error of a client that resets it would end the process.
    socket.on('error', () => socket.destroy());
    if (socket instanceof Socket) unreadable.end(errors.badRequest('This server opens no tunnels.'), socket);
  });
}

/**
 * Endpoints check their input by themselves. Fastify's own compilers would be loaded for nothing, which takes a good
 * part of the start.
 */
function refuseSchemas(): never {
  throw new Error('A route has a schema of its own');
}

/**
 * Bodies are JSON, unless the route takes a file. Those of every type reach our parser, so that a wrong type is reported
 * only after wrong credentials.
 */
function acceptKnownTypes(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (request, body, done) => {
    try {
      const type = request.headers['content-type'];
      const encoding = request.headers['content-encoding'];
      const { fileTypes } = request.routeOptions.config;
      if (isEncoded(encoding)) throw errors.unsupportedMediaType(fileTypes);
      if (fileTypes !== undefined) return done(null, readFileBody(type, Buffer.from(body), fileTypes));
      const isEmpty = body.length === 0 && type === undefined;
      done(null, isEmpty ? undefined : parseJsonBody(type, Buffer.from(body)));
    } catch (error) {
      done(asError(error));
    }
  });
}

/** Bodies are small, so none is decompressed, and a compressed one is not reported as a syntax error. */
function isEncoded(contentEncoding: string | undefined): boolean {
  return contentEncoding !== undefined && contentEncoding.toLowerCase() !== 'identity';
}

/**
 * Cuts a reader that takes nothing of its response for this long, because all of it waits in memory. Streams bypass
 * this hook and watch their own readers.
 */
function cutUnreadAnswers(app: FastifyInstance, stallMs: number): void {
  app.addHook('onSend', async ({ raw: { socket } }, { raw }) => {
    // A write that makes progress restarts the timer.
    socket.setTimeout(stallMs);
    // Before the server's own listener, which sets how long the connection may be idle.
    raw.prependOnceListener('finish', () => socket.setTimeout(0));
  });
}

/**
 * The path in a form that the router can read. A path that is not percent-encoded UTF-8, or contains NUL, which no
 * stored name can, is taken literally and is then unknown like any other name. So is a fragment, which no client
 * sends. A target that is not a path, such as `*` or an absolute address, is a path that no route has.
 */
function readablePath(target: string): string {
  const url = target.startsWith('/') ? target : `/${target}`;
  const end = url.indexOf('?');
  const path = end < 0 ? url : url.slice(0, end);
  if (!/[%#]/.test(path)) return url;
  const literal = isEncodedText(path) ? path : path.replaceAll('%', '%25');
  return literal.replaceAll('#', '%23') + (end < 0 ? '' : url.slice(end));
}

function isEncodedText(path: string): boolean {
  try {
    return !decodeURIComponent(path).includes('\0');
  } catch {
    return false;
  }
}

/**
 * Headers of which Node reads the first value, while a proxy in front may have read the last. Sent twice, they could
 * make the two assign the request to different tenants or callers.
 */
const single = ['host', 'authorization'];

/** The name of a header that was sent more than once; null when there is none. */
function repeatedHeader({ rawHeaders }: IncomingMessage): string | null {
  return single.find((name) => countOf(rawHeaders, name) > 1) ?? null;
}

/** HTTP/1.1 requires a Host (RFC 9112, section 3.2). */
function lacksHost({ headers, httpVersion }: IncomingMessage): boolean {
  return headers.host === undefined && httpVersion !== '1.0';
}

/** HTTP/1.0 has no chunked bodies, so a proxy in front may have seen the end of the request elsewhere (RFC 9112, section 6.1). */
function isChunkedTooEarly({ headers, httpVersion }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined && httpVersion === '1.0';
}

function countOf(rawHeaders: readonly string[], wanted: string): number {
  const isWanted = (name: string, index: number) =>
    index % 2 === 0 && name.length === wanted.length && name.toLowerCase() === wanted;
  return rawHeaders.filter(isWanted).length;
}
