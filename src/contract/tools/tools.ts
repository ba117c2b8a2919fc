import { type Static, Type } from 'typebox';
import { toolCallStatus } from '../answers/action.ts';
import { strict } from '../chat.ts';
import { toolEffects, toolOutcomes } from '../closed-sets.ts';
import { WebhookDisabledReason } from '../events/event-log.ts';
import { limits } from '../limits.ts';
import { Nullable, Timestamp } from '../resources.ts';

const ok = { ok: Type.Literal(true) };
const list = {
  ...ok,
  object: Type.Literal('list'),
  has_more: Type.Boolean(),
  next_cursor: Nullable(Type.String()),
};
const url = Type.String({ maxLength: 2_048, description: 'https, with a public address.' });
const serverName = Type.String({
  pattern: '^[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])?$',
  description: 'The first part of the names of its tools: letters, digits and hyphens, at most 32.',
});
const JsonObject = (description: string) => Type.Record(Type.String(), Type.Unknown(), { description });

/** A server of a partner's tools. */
export const ToolServer = Type.Object({
  id: Type.String({ format: 'uuid' }),
  name: Type.String({ description: 'The first part of the names of its tools.' }),
  url: Type.String({ description: 'Where requests are sent: a public https address.' }),
  enabled: Type.Boolean({ description: 'Whether its tools are offered and can be tried.' }),
  disabled_reason: Nullable(
    WebhookDisabledReason,
    'Why the service disabled it: `gone`, it answered 410; `failing`, five requests in a row failed.',
  ),
  disabled_at: Nullable(Timestamp),
  previous_secret_until: Nullable(
    Timestamp,
    'Until then, requests are also signed with the previous secret.',
  ),
  refreshed_at: Nullable(Timestamp, 'When it last said which tools it offers; null: it never did.'),
  fresh_until: Nullable(Timestamp, 'For how long it said that this holds.'),
  refresh_error: Nullable(Type.String(), 'Why it did not say so when it was last asked; null: it did.'),
  refresh_error_code: Nullable(
    Type.String(),
    'The same as a code: `timeout`, `address_not_allowed`, `connection_failed`, `http_<status>`, `invalid_answer`, `error_<JSON-RPC code>`, `unsupported_version`, `no_tools`, `too_many_tools`, `secret_missing`, or what the system calls it.',
  ),
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type ToolServer = Static<typeof ToolServer>;

export const ToolServerAnswer = Type.Object({ ...ok, ...ToolServer.properties });
export type ToolServerAnswer = Static<typeof ToolServerAnswer>;

export const ToolServerSecretAnswer = Type.Object({
  ...ToolServerAnswer.properties,
  secret: Type.String({ description: '`whsec_…`, shown once.' }),
});
export type ToolServerSecretAnswer = Static<typeof ToolServerSecretAnswer>;

export const ToolServerList = Type.Object({ ...list, data: Type.Array(ToolServer) });
export type ToolServerList = Static<typeof ToolServerList>;

export const ToolServerDeleted = Type.Object({ ...ok, id: Type.String(), deleted: Type.Literal(true) });
export type ToolServerDeleted = Static<typeof ToolServerDeleted>;

export const ToolServerCreation = Type.Object({ name: serverName, url }, strict);
export type ToolServerCreation = Static<typeof ToolServerCreation>;

export const ToolServerChange = Type.Object(
  {
    name: Type.Optional(serverName),
    url: Type.Optional(url),
    enabled: Type.Optional(Type.Boolean()),
  },
  strict,
);
export type ToolServerChange = Static<typeof ToolServerChange>;

const definition = {
  title: Nullable(Type.String(), 'Its name for people; null: it has none.'),
  description: Type.String({ description: 'What a model is told that it does.' }),
  input_schema: JsonObject('The JSON schema of its arguments.'),
};

export const ToolDefinition = Type.Object(definition);
export type ToolDefinition = Static<typeof ToolDefinition>;

const labels = Type.Record(
  Type.String(),
  Type.String({ minLength: 1, maxLength: limits.toolLabelCharacters }),
  {
    minProperties: 1,
    description: 'What a reader sees while it runs, by the tag of a language; English where one is missing.',
  },
);
const timeoutMs = Type.Integer({
  minimum: limits.toolTimeoutMs.min,
  maximum: limits.toolTimeoutMs.max,
  default: limits.toolTimeoutMs.default,
  description: 'How long a call may take.',
});
const effect = Type.Enum([...toolEffects], {
  description: '`read`: it changes nothing. `write`: a person is asked before each call.',
});
const repeatable = 'A second request with the same `webhook-id` has no second effect.';
const confirm = Nullable(
  Type.String({ minLength: 1, maxLength: limits.toolQuestionCharacters }),
  'The question before each call, with names of required arguments in braces; null where it only reads.',
);
const agents = Type.Array(Type.String(), {
  maxItems: 100,
  description: 'The slugs of the agents that it is offered to; none: it can be tried only.',
});

export const ToolApproval = Type.Object({
  ...definition,
  effect,
  idempotent: Type.Boolean({ description: repeatable }),
  confirm,
  labels,
  agents,
  timeout_ms: timeoutMs,
  approved_at: Timestamp,
});
export type ToolApproval = Static<typeof ToolApproval>;

/** What a server offers under a name, against what is approved. */
export const Tool = Type.Object({
  name: Type.String({ description: 'As its server calls it.' }),
  exposed_name: Type.String({ description: 'As a model reads it: `<server>_<tool>`.' }),
  offered: Nullable(ToolDefinition, 'What its server said last; null: it offers it no more.'),
  offered_hash: Nullable(Type.String(), 'Names what is offered, for an approval.'),
  problem: Nullable(Type.String(), 'Why it cannot be approved as it is offered; null: it can.'),
  approval: Nullable(ToolApproval, 'What a model is told, whatever its server says by now; null: nothing.'),
  changed: Type.Boolean({ description: 'Its server says something else than what was approved.' }),
});
export type Tool = Static<typeof Tool>;

export const ToolAnswer = Type.Object({ ...ok, ...Tool.properties });
export type ToolAnswer = Static<typeof ToolAnswer>;

export const ToolList = Type.Object({ ...list, data: Type.Array(Tool) });
export type ToolList = Static<typeof ToolList>;

export const ToolWithdrawn = Type.Object({
  ...ok,
  name: Type.String(),
  approved: Type.Literal(false, { description: 'No agent is offered it any more.' }),
});
export type ToolWithdrawn = Static<typeof ToolWithdrawn>;

/** A call that an answer has made, or wanted to make, without what it was asked and what it said. */
export const ToolCall = Type.Object({
  id: Type.String({ description: 'The `webhook-id` of its requests.' }),
  tool: Type.String({ description: 'As its server calls it.' }),
  label: Type.String({ description: 'What its reader sees.' }),
  status: toolCallStatus,
  bytes: Nullable(
    Type.Integer(),
    'The size of its answer; null: none has come, or its server was not asked.',
  ),
  duration_ms: Nullable(Type.Integer(), 'How long its last request has taken; null as `bytes` is.'),
  created_at: Timestamp,
});
export type ToolCall = Static<typeof ToolCall>;

export const ToolCallList = Type.Object({ ...list, data: Type.Array(ToolCall) });
export type ToolCallList = Static<typeof ToolCallList>;

export const ToolApprovalRequest = Type.Object(
  {
    offered_hash: Type.String({ description: 'The `offered_hash` of what was read and is approved.' }),
    effect,
    idempotent: Type.Optional(Type.Boolean({ default: false, description: repeatable })),
    confirm: Type.Optional(confirm),
    labels,
    agents,
    timeout_ms: Type.Optional(timeoutMs),
  },
  strict,
);
export type ToolApprovalRequest = Static<typeof ToolApprovalRequest>;

export const ToolTry = Type.Object(
  {
    arguments: JsonObject('At most 8 KiB as JSON.'),
    external_user_id: Type.Optional(
      Type.String({
        description:
          'The end user of the call, where a key asks; none by default. On the account page it is the administrator.',
      }),
    ),
    password: Type.Optional(
      Type.String({
        description:
          'The current password of the administrator who asks on the account page; needed for a tool that writes.',
      }),
    ),
  },
  strict,
);
export type ToolTry = Static<typeof ToolTry>;

export const ToolTried = Type.Object({
  ...ok,
  outcome: Type.Enum([...toolOutcomes], {
    description:
      '`result`; `error`: the server says that it has failed; `unreached`: nothing was sent; `unclear`: anything else.',
  }),
  text: Type.String({ description: 'What a model would be told, at most 32 KiB.' }),
  error_code: Nullable(
    Type.String(),
    'Why there is no result, as `refresh_error_code` of the server says it.',
  ),
  bytes: Type.Integer({ description: 'The size of the answer.' }),
  duration_ms: Type.Integer(),
});
export type ToolTried = Static<typeof ToolTried>;
