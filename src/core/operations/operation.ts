import { type OperationName, operationTable } from '#contract/endpoints/operation-table.ts';
import type {
  OperationAnswer,
  OperationBody,
  OperationQuery,
  WireOperation,
} from '#contract/endpoints/operation-types.ts';
import { errors } from '../errors.ts';
import { type Principal, requireAllowed } from './principal.ts';

/** One use of an operation, whichever way it came. */
export interface OperationCall<Query = unknown, Body = unknown> {
  readonly by: Principal;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Query;
  readonly body: Body;
}

export interface OperationResult<Answer = object> {
  readonly body: Answer;
  /** Where the new thing is, below the root of the way. */
  readonly location?: string;
}

/** What an operation does. `Services` are those that it uses. */
export interface Operation<Services, Query, Body, Answer> {
  readonly name: OperationName;
  /** A method, so that a list of operations can be walked with calls whose shape the way has checked. */
  perform(services: Services, call: OperationCall<Query, Body>): Promise<OperationResult<Answer>>;
}

type Work<Services, Query, Body, Answer> = Operation<Services, Query, Body, Answer>['perform'];

/** An operation that travels: its shapes are those of the endpoint of this name. */
export function operation<N extends WireOperation & OperationName, Services>(
  name: N,
  work: Work<Services, OperationQuery<N>, OperationBody<N>, OperationAnswer<N>>,
): Operation<Services, OperationQuery<N>, OperationBody<N>, OperationAnswer<N>> {
  return guarded(name, work);
}

/** An operation of the command line alone, whose input is its body. */
export function shellOperation<Services, Body, Answer>(
  name: Exclude<OperationName, WireOperation>,
  work: Work<Services, object, Body, Answer>,
): Operation<Services, object, Body, Answer> {
  return guarded(name, work);
}

/** No way leads past the check. */
function guarded<Services, Query, Body, Answer>(
  name: OperationName,
  work: Work<Services, Query, Body, Answer>,
): Operation<Services, Query, Body, Answer> {
  return {
    name,
    perform: async (services, call) => {
      requireAllowed(operationTable[name], call.by);
      return work(services, call);
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
