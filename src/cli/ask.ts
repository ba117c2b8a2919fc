import type { Operation, OperationCall } from '#core/operations/operation.ts';
import type { Principal } from '#core/operations/principal.ts';

/** An operation as the command line performs it: with what it has opened, by the operator at the shell. */
export type Ask<Services> = <Query, Body, Answer>(
  operation: Operation<Services, Query, Body, Answer>,
  call: Omit<OperationCall<Query, Body>, 'by'>,
) => Promise<Answer>;

export function performAs<Services>(services: Services, by: Principal): Ask<Services> {
  return async (operation, call) => (await operation.perform(services, { ...call, by })).body;
}

/** A call without a query and without a body, because its parameters say everything. */
export function withParams<const P extends Readonly<Record<string, string>>>(params: P) {
  return { params, query: {}, body: undefined };
}
