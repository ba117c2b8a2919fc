import { type Static, Type } from 'typebox';
import { type ErrorCode, errorTable } from './errors.ts';
import { quotaDimensions, quotaScopes } from './quota.ts';
import { oneOf, Timestamp, Usage } from './resources.ts';

const codes = Object.keys(errorTable).filter((code): code is ErrorCode => code in errorTable);

export const FieldErrorDocument = Type.Object({
  pointer: Type.String({ description: 'JSON Pointer into the body, `?name` of a parameter, or a header.' }),
  code: Type.String(),
  detail: Type.String(),
});

export type FieldErrorDocument = Static<typeof FieldErrorDocument>;

/** RFC 9457 problem details as Parley sends them. Some codes add members of their own. */
export const ProblemDocument = Type.Object({
  ok: Type.Literal(false),
  type: Type.String({ format: 'uri-reference' }),
  title: Type.String(),
  status: Type.Integer(),
  detail: Type.String({ description: 'For people; may be reworded.' }),
  code: Type.Enum([...codes], { description: 'Stable.' }),
  request_id: Type.String({ description: 'As in X-Request-Id.' }),
  retryable: Type.Boolean({ description: 'Whether the same request may succeed later.' }),
  errors: Type.Optional(Type.Array(FieldErrorDocument)),
});
export type ProblemDocument = Static<typeof ProblemDocument>;

/** Further members of a problem about a used-up quota. */
export const QuotaDetails = Type.Object({
  dimension: oneOf(quotaDimensions),
  scope: oneOf(quotaScopes),
  usage: Usage,
  reset_at: Timestamp,
});
export type QuotaDetails = Static<typeof QuotaDetails>;

/** Further members of a problem about a busy conversation. */
export const BusyDetails = Type.Object({ job_uuid: Type.String({ format: 'uuid' }) });
export type BusyDetails = Static<typeof BusyDetails>;
