import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Static, TObject } from 'typebox';
import type { Endpoint } from '#contract/endpoints/endpoint.ts';
import type { Caller } from '#core/identity/caller.ts';

/** One request to an endpoint, after its credentials and its shape were checked. */
export interface Call<E extends Endpoint = Endpoint> {
  readonly caller: Caller;
  /** Path parameters as sent; nothing guarantees yet that they name something. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: Static<E['query']>;
  readonly body: E['body'] extends TObject ? Static<E['body']> : undefined;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

export interface HandlerResult {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Null for a response without a body (304). */
  readonly body: object | null;
}

/** Returns JSON, or null when the handler has taken the response over (streams). */
export type Handler<E extends Endpoint> = (call: Call<E>) => Promise<HandlerResult | null>;
