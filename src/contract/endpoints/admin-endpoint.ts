import { type TObject, Type } from 'typebox';
import { withoutNul } from '../admin.ts';
import { strict } from '../chat.ts';
import type { ErrorCode } from '../errors.ts';
import { noBody, noQuery, page } from '../request-parts.ts';
import { type OperationName, operationTable } from './operation-table.ts';

export const text = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: 255, pattern: withoutNul, description }));

/** A page of the people who sign in. */
export const userListQuery = Type.Object({ q: text('A part of the email.'), ...page }, strict);

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
