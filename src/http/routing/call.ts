import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Static, TObject } from 'typebox';
import type { Endpoint } from '#contract/endpoint.ts';
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

/** Any response without its endpoint; 200 unless it says otherwise. */
export interface HandlerResult {
  readonly status?: number;
  readonly headers?: object;
  /** Null for a response without a body (304). */
  readonly body: object | null;
}

/** The responses that an endpoint's row allows: one of its statuses, with the schema and headers of that status. */
export type ResultOf<E extends Endpoint> = {
  [S in Statuses<E>]: (S extends 200 ? { readonly status?: S } : { readonly status: S }) & {
    readonly headers?: HeadersOf<E>;
    readonly body: BodyOf<E['answers'][S]>;
  };
}[Statuses<E>];

type Statuses<E extends Endpoint> = keyof E['answers'] & number;

type BodyOf<Schema> = Schema extends TObject ? Static<Schema> : null;

type HeadersOf<E extends Endpoint> = {
  readonly [H in Lowercase<NonNullable<E['headers']>[number]>]?: string;
};

/**
 * Returns a response that the endpoint's row allows, or null when the handler has taken the response over, as streams
 * and lines do.
 */
export type Handler<E extends Endpoint> = (call: Call<E>) => Promise<ResultOf<E> | Streamed<E>>;

type Streamed<E extends Endpoint> = E extends { readonly chunks: TObject }
  ? null
  : [Extract<E['answers'][keyof E['answers']], string>] extends [never]
    ? never
    : null;
