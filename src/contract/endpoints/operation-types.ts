import type { Static, TObject } from 'typebox';
import type { UserDataLine } from '../people.ts';
import type { Endpoint } from '../endpoint.ts';
import type { exposedEndpoints } from './operator-endpoints.ts';

type Endpoints = typeof exposedEndpoints;

/** The operations exposed over HTTP: those that a key or the console reaches. */
export type WireOperation = keyof Endpoints;

export type OperationQuery<N extends WireOperation> = QueryOf<Endpoints[N]>;
export type OperationBody<N extends WireOperation> = BodyOf<Endpoints[N]>;
export type OperationAnswer<N extends WireOperation> = AnswerOf<Endpoints[N]['answers']>;

export type QueryOf<E extends Pick<Endpoint, 'query'>> = Static<E['query']>;

/** Undefined where there is no body, or where it was left out. */
export type BodyOf<E extends Pick<Endpoint, 'body'>> = E['body'] extends TObject
  ? Static<E['body']> | (E extends { readonly bodyOptional: true } ? undefined : never)
  : undefined;

export type AnswerOf<Answers> = Answers[keyof Answers] extends TObject
  ? Static<Answers[keyof Answers]>
  : Answers[keyof Answers] extends 'lines'
    ? AsyncIterable<UserDataLine>
    : never;
