import type { Static, TObject } from 'typebox';
import type { Endpoint, SentFile } from '../endpoint.ts';
import { agentOperations } from '../operations/agents.ts';
import { clientOperations } from '../operations/clients.ts';
import { consoleEndpointsOf, keyEndpoints } from '../operations/endpoints-of.ts';
import { liveOperations } from '../operations/live.ts';
import { endpointsWithoutKey } from '../operations/operator-operation.ts';
import { operatorOperations } from '../operations/operators.ts';
import { peopleOperations } from '../operations/people.ts';
import type { UserDataLine } from '../people/people.ts';
import type { CsvRow } from '../shared/csv.ts';
import { adminEndpoints } from './admin-endpoints.ts';

/**
 * No key reaches these: operators are managed by the console and the command line, the screens of one client and one
 * agent show what keys need several scopes for, and for its end users a partner's own key is the way.
 */
export const operatorEndpoints = {
  ...consoleEndpointsOf(peopleOperations),
  ...endpointsWithoutKey(operatorOperations),
  ...endpointsWithoutKey(clientOperations),
  ...endpointsWithoutKey(agentOperations),
  ...endpointsWithoutKey(liveOperations),
} as const satisfies Record<string, Endpoint>;

/** Every operation of operators that is exposed over HTTP: those of keys, and those of the console alone. */
export const exposedEndpoints = { ...adminEndpoints, ...operatorEndpoints } as const;

/** The operations with which a partner manages its end users. */
export const peopleEndpoints = keyEndpoints(peopleOperations);

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
  : E extends { readonly fileTypes: readonly string[] }
    ? SentFile
    : undefined;

export type AnswerOf<Answers> = Answers[keyof Answers] extends TObject
  ? Static<Answers[keyof Answers]>
  : Answers[keyof Answers] extends 'lines'
    ? AsyncIterable<UserDataLine>
    : Answers[keyof Answers] extends 'csv'
      ? AsyncIterable<CsvRow>
      : never;
