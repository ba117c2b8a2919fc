import type { TObject } from 'typebox';
import type { ErrorCode } from '../errors.ts';
import { noBody, noQuery } from '../request-parts.ts';
import { type OperationName, operationTable } from './operation-table.ts';

/** What all operations for operators have in common; the table of operations says who may use this one. */
export const byAdmin = <N extends OperationName>(name: N) =>
  ({
    hosted: false,
    scope: operationTable[name].scope,
    freshness: 'current',
    query: noQuery,
    body: null,
  }) as const;

/** A POST without a body, because the path says everything. */
export const action = <
  const N extends OperationName,
  const O extends string,
  const P extends string,
  A extends TObject,
  const C extends ErrorCode,
>(
  name: N,
  operation: O,
  summary: string,
  path: P,
  answer: A,
  errors: readonly C[],
) =>
  ({
    ...byAdmin(name),
    operation,
    summary,
    method: 'POST',
    path,
    body: noBody,
    bodyOptional: true,
    answers: { 200: answer },
    errors,
  }) as const;
