import { type TObject, Type } from 'typebox';
import { withoutNul } from '../admin.ts';
import type { Scope } from '../closed-sets.ts';
import type { ErrorCode } from '../errors.ts';
import { noBody, noQuery } from '../request-parts.ts';

export const text = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: 255, pattern: withoutNul, description }));

/** What all operations for operators have in common. */
export const byAdmin = <S extends Scope>(scope: S) =>
  ({ hosted: false, scope, freshness: 'current', query: noQuery, body: null }) as const;
export const clients = byAdmin('admin:clients');

/** A POST without a body, because the path says everything. */
export const action = <
  const O extends string,
  const P extends string,
  A extends TObject,
  const C extends ErrorCode,
>(
  operation: O,
  summary: string,
  path: P,
  answer: A,
  errors: readonly C[],
) =>
  ({
    ...clients,
    operation,
    summary,
    method: 'POST',
    path,
    body: noBody,
    bodyOptional: true,
    answers: { 200: answer },
    errors,
  }) as const;
