import { type Static, Type } from 'typebox';
import { AuditEntryResource } from './audit/audit-entry.ts';
import { strict } from './chat.ts';
import { efforts, scopes, subscriptionStatuses } from './closed-sets.ts';
import { largestInteger, limits } from './limits.ts';
import { openAiSettings } from './openai/settings.ts';
import { perDimension } from './quota.ts';
import { Nullable, oneOf, open, page, Timestamp } from './resources.ts';
import { aboutPerson } from './shared/personal.ts';
import { Cost } from './usage/cost.ts';
import { callFigures } from './usage/usage-days.ts';

/** PostgreSQL's text type has no NUL. */
export const withoutNul = '^[^\\x00]*$';
const Limit = Nullable(
  Type.Integer({ minimum: 0, maximum: largestInteger, description: '0 means none, null means unlimited.' }),
);
const Rate = Nullable(
  Type.Integer({ minimum: 1, maximum: largestInteger, description: 'null means no limit.' }),
);
const Count = Type.Integer({ minimum: 0 });
const ModelReference = Nullable(
  Type.String({ maxLength: 200, description: '`<provider>/<model>`; null means the default.' }),
);

const retention = 'Conversations untouched for this many days are deleted; null keeps them all.';
const knowledge =
  'The most text of documents. What finds them takes about five times as much; null means unlimited.';
const userLimits = perDimension(() => Limit);

/** What an operator may set on a client, by REST or by command line. */
const clientSettings = {
  name: Type.String({ description: '1 to 100 characters after trimming.' }),
  subscription_status: oneOf(subscriptionStatuses),
  daily_limit: Limit,
  deep_dive_enabled: Type.Boolean(),
  default_agent: Type.String({ maxLength: 64, pattern: withoutNul }),
  model: ModelReference,
  providers: Nullable(
    Type.Array(Type.String({ maxLength: 32 }), { maxItems: 50, description: 'null allows all.' }),
  ),
  origins: Type.Array(Type.String({ maxLength: 300 }), {
    maxItems: 50,
    description: 'Origins that may embed the hosted page.',
  }),
  burst_per_minute: Rate,
  concurrent_turns: Rate,
  concurrent_turns_per_user: Rate,
  retention_days: Nullable(
    Type.Integer({ minimum: 1, maximum: limits.retentionDays, description: retention }),
  ),
  knowledge_bytes: Nullable(Type.Integer({ minimum: 0, maximum: largestInteger, description: knowledge })),
  show_cost: Type.Boolean({
    description: 'The partner sees what its usage costs, and otherwise tokens only.',
  }),
  ...openAiSettings,
};

export const AdminClient = Type.Object(
  {
    slug: Type.String(),
    ...clientSettings,
    source_app: Type.String(),
    enabled: Type.Boolean(),
    user_limits: Type.Object(userLimits, open),
    bound_agents: Type.Array(Type.String()),
    scopes: Type.Array(oneOf(scopes)),
    handoff_kid: Type.String(),
    key_prefix: Type.String(),
    previous_key_until: Nullable(Timestamp),
    conversations_private: Type.Boolean(),
    model_links: Type.Boolean(),
    tenant_url: Type.String(),
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  open,
);
export type AdminClient = Static<typeof AdminClient>;

const optionalSettings = {
  ...Type.Partial(Type.Object(clientSettings)).properties,
  user_limits: Type.Optional(Type.Object(Type.Partial(Type.Object(userLimits)).properties, strict)),
};

export const KeyRotation = Type.Object(
  {
    overlap_seconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: limits.keyOverlapSeconds,
        default: 0,
        description: 'How long the previous key keeps working; 0 ends every key but the new one at once.',
      }),
    ),
  },
  strict,
);

/** Scopes are left out on purpose: only the command line grants them. */
export const ClientCreation = Type.Object({ slug: Type.String(), ...optionalSettings }, strict);
export type ClientCreation = Static<typeof ClientCreation>;

export const ClientChange = Type.Object(
  { ...optionalSettings, enabled: Type.Optional(Type.Boolean({ description: 'false revokes the client.' })) },
  strict,
);
export type ClientChange = Static<typeof ClientChange>;

export const HostedUserResource = Type.Object(
  {
    id: Type.String({ description: '`hu:<uuid>`' }),
    email: Type.String(),
    admin: Type.Boolean(),
    enabled: Type.Boolean(),
    created_at: Timestamp,
    last_seen_at: Nullable(Timestamp),
  },
  open,
);
export type HostedUserResource = Static<typeof HostedUserResource>;

export const HostedUserCreation = Type.Object(
  {
    email: Type.String(),
    admin: Type.Optional(Type.Boolean()),
    password: Type.Optional(
      Type.String({
        description: 'For the first sign-in. Without one, the person chooses a password through a link.',
      }),
    ),
  },
  strict,
);
export type HostedUserCreation = Static<typeof HostedUserCreation>;

export const HostedUserChange = Type.Object(
  { enabled: Type.Optional(Type.Boolean()), admin: Type.Optional(Type.Boolean()) },
  strict,
);
export type HostedUserChange = Static<typeof HostedUserChange>;

const deepDiveSettings = { model: ModelReference, effort: oneOf(efforts), instructions: Type.String() };
const agentSettings = {
  name: Type.String({ description: '1 to 100 characters after trimming.' }),
  instructions: Type.String({ description: '1 to 50,000 characters.' }),
  model: ModelReference,
  reserved: Type.Boolean({ description: 'Only the clients that it is bound to can use it.' }),
};
const deepDiveChange = Type.Object(Type.Partial(Type.Object(deepDiveSettings)).properties, strict);

export const AgentResource = Type.Object(
  {
    slug: Type.String(),
    ...agentSettings,
    deep_dive: Type.Object(deepDiveSettings, open),
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  open,
);
export type AgentResource = Static<typeof AgentResource>;

export const AgentCreation = Type.Object(
  {
    slug: Type.String(),
    name: agentSettings.name,
    instructions: agentSettings.instructions,
    model: Type.Optional(agentSettings.model),
    reserved: Type.Optional(Type.Boolean({ default: true, description: 'false opens it to all clients.' })),
    deep_dive: Type.Optional(deepDiveChange),
  },
  strict,
);
export type AgentCreation = Static<typeof AgentCreation>;

export const AgentChange = Type.Object(
  {
    ...Type.Partial(Type.Object(agentSettings)).properties,
    deep_dive: Type.Optional(deepDiveChange),
  },
  strict,
);
export type AgentChange = Static<typeof AgentChange>;

export const UsageRow = Type.Object(
  {
    day: Type.String({ format: 'date' }),
    client: Type.String(),
    external_user_id: aboutPerson(Nullable(Type.String({ description: 'null: the whole client.' }))),
    ...perDimension(() => Count),
    ...callFigures,
    cost: Type.Optional(Cost),
  },
  open,
);
export type UsageRow = Static<typeof UsageRow>;

const ok = { ok: Type.Literal(true) };
const list = { ...ok, object: Type.Literal('list') };

export const ClientAnswer = Type.Object({ ...ok, client: AdminClient }, open);
export const ClientKeyAnswer = Type.Object(
  { ...ok, api_key: Type.String({ description: 'Shown only once.' }), client: AdminClient },
  open,
);
const ListedClient = Type.Object(
  {
    ...AdminClient.properties,
    today: Type.Optional(
      Type.Object(
        perDimension(() => Count),
        { description: 'Used on this UTC day.' },
      ),
    ),
    last_active_at: Type.Optional(
      Nullable(Timestamp, 'With `include=today`: when its newest question came; null: none is stored.'),
    ),
  },
  open,
);
export const ClientList = Type.Object({ ...list, data: Type.Array(ListedClient), ...page }, open);
export const UserAnswer = Type.Object({ ...ok, user: HostedUserResource }, open);
export const UserLinkAnswer = Type.Object(
  {
    ...ok,
    user: HostedUserResource,
    mailed: Type.Optional(
      Type.Literal(true, { description: 'Whether an email with a link to choose a password was sent.' }),
    ),
    link: Type.Optional(
      Type.String({
        description:
          'Without a mail server: a link to choose a password. It works once and is shown only once.',
      }),
    ),
    expires_at: Type.Optional(Timestamp),
  },
  open,
);
export type UserLinkAnswer = Static<typeof UserLinkAnswer>;
export const UserList = Type.Object({ ...list, data: Type.Array(HostedUserResource), ...page }, open);
export type UserList = Static<typeof UserList>;
export const AgentAnswer = Type.Object({ ...ok, agent: AgentResource }, open);
export const ClientDeletion = Type.Object({ ...ok, slug: Type.String(), deleted: Type.Literal(true) }, open);
export const UserDeletion = Type.Object({ ...ok, id: Type.String(), deleted: Type.Literal(true) }, open);
export const AgentDeletion = Type.Object({ ...ok, slug: Type.String(), deleted: Type.Literal(true) }, open);
export const AgentList = Type.Object({ ...list, data: Type.Array(AgentResource), ...page }, open);
export const AuditList = Type.Object({ ...list, data: Type.Array(AuditEntryResource), ...page }, open);
export const UsageReport = Type.Object({ ...list, data: Type.Array(UsageRow), ...page }, open);
