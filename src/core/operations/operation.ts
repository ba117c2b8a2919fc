import type { Endpoint } from '#contract/endpoint.ts';
import {
  type OperationName,
  type OperationRow,
  operationTable,
} from '#contract/endpoints/operation-table.ts';
import {
  exposedEndpoints,
  type OperationAnswer,
  type OperationBody,
  type OperationQuery,
  type WireOperation,
} from '#contract/endpoints/operator-endpoints.ts';
import { errors } from '../errors.ts';
import { hidePeople } from './hide-people.ts';
import { type Principal, requireAllowed, seesPeople } from './principal.ts';

/** One use of an operation, by any channel. */
export interface OperationCall<Query = unknown, Body = unknown> {
  readonly by: Principal;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Query;
  readonly body: Body;
  /** Aborts when the caller has left, for operations that work on a file. */
  readonly signal?: AbortSignal;
}

export interface OperationResult<Answer = object> {
  readonly body: Answer;
  /** Where the new resource is, below the root of the channel. */
  readonly location?: string;
  /** Where the row has several. */
  readonly status?: number;
}

/** What an operation does. `Services` are those that it uses. */
export interface Operation<Services, Query, Body, Answer> {
  readonly name: string;
  readonly row: OperationRow;
  /** A method, so that a list of operations can be walked with calls whose shape the channel has checked. */
  perform(services: Services, call: OperationCall<Query, Body>): Promise<OperationResult<Answer>>;
}

type Work<Services, Query, Body, Answer> = Operation<Services, Query, Body, Answer>['perform'];

/** An operation exposed over HTTP: its shapes are those of the endpoint of this name. */
export function operation<N extends WireOperation & OperationName, Services>(
  name: N,
  work: Work<Services, OperationQuery<N>, OperationBody<N>, OperationAnswer<N>>,
): Operation<Services, OperationQuery<N>, OperationBody<N>, OperationAnswer<N>> {
  const { answers }: Endpoint = exposedEndpoints[name];
  return guarded(name, operationTable[name], answers, work);
}

/** An operation of the command line alone, whose input is its body. */
export function shellOperation<Services, Body, Answer>(
  name: Exclude<OperationName, WireOperation>,
  work: Work<Services, object, Body, Answer>,
): Operation<Services, object, Body, Answer> {
  return guarded(name, operationTable[name], {}, work);
}

/**
 * Every channel goes through the check of the row. What the schema of an answer marks as being about a person is
 * hidden from roles that see no people.
 */
export function guarded<Services, Query, Body, Answer>(
  name: string,
  row: OperationRow,
  answers: Endpoint['answers'],
  work: Work<Services, Query, Body, Answer>,
): Operation<Services, Query, Body, Answer> {
  const schemas = Object.values(answers).filter((answer) => typeof answer === 'object' && answer !== null);
  return {
    name,
    row,
    perform: async (services, call) => {
      requireAllowed(row, call.by);
      const result = await work(services, call);
      if (seesPeople(call.by)) return result;
      return { ...result, body: schemas.reduce((body, schema) => hidePeople(schema, body), result.body) };
    },
  };
}

/**
 * A path parameter. Slugs, ids and emails contain no control character, nor what takes its place: such a name is
 * looked up, and not found, like any other that does not exist.
 */
export function parameter(params: Readonly<Record<string, string>>, name: string): string {
  const value = params[name];
  if (value === undefined) throw errors.notFound();
  return value.replaceAll(/\p{Cc}/gu, '\ufffd');
}
