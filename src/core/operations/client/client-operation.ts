import { operatorRow } from '#contract/endpoints/operation-table.ts';
import type { AnswerOf, BodyOf, QueryOf } from '#contract/endpoints/operator-endpoints.ts';
import {
  type ClientOperation,
  type ClientOperations,
  type OperatorName,
  operatorNameOf,
} from '#contract/operations/client-operation.ts';
import type { ClientManager } from '../../administration/manage-clients.ts';
import type { Client } from '../../clients/client.ts';
import {
  guarded,
  type Operation,
  type OperationCall,
  type OperationResult,
  parameter,
} from '../operation.ts';
import type { Asker } from '../principal.ts';

/** One use of an operation on a client, by any channel. */
export interface ClientCall<Query = unknown, Body = unknown> extends Omit<OperationCall<Query, Body>, 'by'> {
  readonly by: Asker;
  readonly client: Client;
}

/** What an operation on a client does. A location is below the address of the client. */
interface Performing<Services, Query, Body, Answer> {
  /** A method, so that a list of operations can be walked with calls whose shape the channel has checked. */
  perform(services: Services, call: ClientCall<Query, Body>): Promise<OperationResult<Answer>>;
}

/** What each row of a table does. */
export type PerformsAll<Rows extends ClientOperations, Services> = {
  readonly [N in keyof Rows]: Performing<
    Services,
    QueryOf<Rows[N]>,
    BodyOf<Rows[N]>,
    AnswerOf<Rows[N]['answers']>
  >['perform'];
};

type AnyPerform<Services> = Performing<Services, object, object | undefined, object>['perform'];

/** Any operation on a client, for a channel that walks them all and has checked the shapes. */
export interface AnyClientOperation<Services> {
  readonly name: string;
  readonly row: ClientOperation;
  readonly perform: AnyPerform<Services>;
}

type Performs<Services> = Readonly<Record<string, AnyPerform<Services>>>;

/** A table and what its rows do, as one list. */
export function listed<Services>(
  rows: ClientOperations,
  performs: Performs<Services>,
): readonly AnyClientOperation<Services>[] {
  return Object.entries(rows).flatMap(([name, row]) => {
    const perform = performs[name];
    return perform === undefined ? [] : [{ name, row, perform }];
  });
}

interface NamedClients {
  readonly clients: ClientManager;
}

type OperatorOperations<Rows extends ClientOperations, All extends Record<keyof Rows, AnyFunction>> = {
  readonly [N in keyof Rows & string as OperatorName<N, Rows[N]>]: Operation<
    ServicesOf<All[N]> & NamedClients,
    QueryOf<Rows[N]>,
    BodyOf<Rows[N]>,
    AnswerOf<Rows[N]['answers']>
  >;
};

type AnyFunction = (services: never, call: never) => unknown;
/** Each operation asks for no more than it uses: the command line has not opened everything. */
type ServicesOf<F> = F extends (services: infer S, call: never) => unknown ? S : never;

/** The same operations for operators, who name the client in the path. */
export function forOperators<Rows extends ClientOperations, All extends Record<keyof Rows, AnyFunction>>(
  rows: Rows,
  performs: All,
): OperatorOperations<Rows, All>;
export function forOperators<Services>(
  rows: ClientOperations,
  performs: Performs<Services>,
): Readonly<Record<string, Operation<Services & NamedClients, object, object | undefined, object>>> {
  return Object.fromEntries(
    listed(rows, performs).map(({ name, row, perform }) => [
      operatorNameOf(name, row),
      guarded(
        operatorNameOf(name, row),
        operatorRow(row),
        row.answers,
        async (services: Services & NamedClients, call) => {
          const client = await services.clients.find(parameter(call.params, 'slug'));
          const { location, ...result } = await perform(services, { ...call, client });
          return {
            ...result,
            ...(location !== undefined && { location: `/clients/${client.slug}${location}` }),
          };
        },
      ),
    ]),
  );
}
