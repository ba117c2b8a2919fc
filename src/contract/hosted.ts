import { type Static, Type } from 'typebox';
import {
  AuditList,
  HostedUserChange,
  HostedUserResource,
  UserAnswer,
  UserList,
  UserPasswordAnswer,
} from './admin.ts';
import { strict } from './chat.ts';
import type { Endpoint } from './endpoint.ts';
import { Nullable, oneOf, subscriptionStatuses, Timestamp, Usage } from './resources.ts';

const ok = { ok: Type.Literal(true) };
const Count = Type.Integer({ minimum: 0 });
const counts = { requests: Count, priority: Count, deep_dive: Count };
const Counts = Type.Object(counts, strict);

export const TenantUsage = Type.Object(
  {
    ...ok,
    today: Usage,
    days: Type.Array(Type.Object({ day: Type.String({ format: 'date' }), ...counts }, strict), {
      description: 'The 30 UTC days up to today, oldest first, days of no use included.',
    }),
    users: Type.Array(
      Type.Object(
        { external_user_id: Type.String(), email: Nullable(Type.String()), today: Counts, month: Counts },
        strict,
      ),
      { description: 'The 100 who used most in the 30 days.' },
    ),
  },
  strict,
);
export type TenantUsage = Static<typeof TenantUsage>;

export const BrandResource = Type.Object(
  {
    accent: Nullable(Type.String({ description: '`#rrggbb`' })),
    readable_accent: Nullable(
      Type.Object(
        { light: Type.String(), dark: Type.String() },
        { ...strict, description: 'What the pages use: 4.5:1 in both themes.' },
      ),
    ),
    greeting: Nullable(Type.String()),
    starters: Type.Array(Type.String()),
    has_logo: Type.Boolean(),
    logo_url: Type.String({ description: 'The logo, or the neutral one.' }),
  },
  strict,
);
export type BrandResource = Static<typeof BrandResource>;
const BrandAnswer = Type.Object({ ...ok, brand: BrandResource }, strict);

const BrandSettings = Type.Object(
  {
    accent: Type.Optional(Nullable(Type.String({ maxLength: 7 }))),
    greeting: Type.Optional(Nullable(Type.String({ maxLength: 500 }))),
    starters: Type.Optional(Type.Array(Type.String({ maxLength: 500 }), { maxItems: 6 })),
  },
  strict,
);

const findingCodes = ['origin', 'script', 'frame'] as const;
export const EmbeddingFinding = Type.Object(
  { code: oneOf(findingCodes), ok: Type.Boolean(), detail: Type.String() },
  strict,
);
export type EmbeddingFinding = Static<typeof EmbeddingFinding>;

export const EmbeddingCheck = Type.Object(
  {
    page_url: Type.String({ maxLength: 2_000, description: 'Where the chat shall appear.' }),
    content_security_policy: Type.Optional(
      Type.String({ maxLength: 8_000, description: 'The value of the header that the page sends.' }),
    ),
  },
  strict,
);
export type EmbeddingCheck = Static<typeof EmbeddingCheck>;

export const Embedding = Type.Object(
  {
    ...ok,
    origins: Type.Array(Type.String()),
    snippet: Type.String(),
    frame_url: Type.String({ description: 'For an iframe without the launcher.' }),
    needed_policy: Type.Record(Type.String(), Type.String(), {
      description: "Sources that a host page's Content-Security-Policy needs.",
    }),
  },
  strict,
);
export type Embedding = Static<typeof Embedding>;

export const Subscription = Type.Object(
  {
    ...ok,
    status: oneOf(subscriptionStatuses),
    chat_allowed: Type.Boolean(),
    daily_limit: Nullable(Count),
    user_limits: Type.Object(
      { requests: Nullable(Count), priority: Nullable(Count), deep_dive: Nullable(Count) },
      strict,
    ),
    deep_dive_enabled: Type.Boolean(),
  },
  strict,
);
export type Subscription = Static<typeof Subscription>;

export const LoginSessionResource = Type.Object(
  {
    id: Type.String(),
    user_id: Type.String({ description: '`hu:<uuid>`' }),
    email: Type.String(),
    created_at: Timestamp,
    expires_at: Timestamp,
    current: Type.Boolean({ description: 'The one that asks.' }),
  },
  strict,
);
export type LoginSessionResource = Static<typeof LoginSessionResource>;

const LoginSessionList = Type.Object(
  { ...ok, object: Type.Literal('list'), data: Type.Array(LoginSessionResource) },
  strict,
);

const HandoffRotated = Type.Object(
  {
    ...ok,
    ended: Type.Object(
      { login_sessions: Count, own_session: Type.Boolean(), handoff_tokens: Type.Literal('all') },
      strict,
    ),
  },
  strict,
);

const UserInvited = Type.Object(
  {
    ...ok,
    user: HostedUserResource,
    password: Type.Optional(
      Type.String({ description: 'Shown this once, to be changed at the first sign-in.' }),
    ),
    mailed: Type.Boolean({ description: 'A letter with a link to choose a password was sent.' }),
  },
  strict,
);

const noQuery = Type.Object({}, strict);
const noBody = Type.Object({}, strict);
const page = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20 })),
  cursor: Type.Optional(Type.String({ description: '`next_cursor` of the page before.' })),
};
const pageQuery = Type.Object(page, strict);

/** Below `/account/api` on a tenant host, for administrators with a session cookie, whatever the subscription. */
const byAdmin = { hosted: true, scope: null, freshness: 'current', query: noQuery, body: null } as const;
const action = { ...byAdmin, method: 'POST', body: noBody, bodyOptional: true } as const;

/** The operations of the account page. The same ones as the operator's, within one tenant. */
export const accountEndpoints = {
  listUsers: {
    ...byAdmin,
    operation: 'listTenantUsers',
    summary: 'People who sign in, by email',
    method: 'GET',
    path: '/users',
    query: pageQuery,
    answers: { 200: UserList },
  },
  inviteUser: {
    ...byAdmin,
    operation: 'inviteTenantUser',
    summary: 'Add somebody who signs in',
    method: 'POST',
    path: '/users',
    body: Type.Object(
      {
        email: Type.String(),
        admin: Type.Optional(Type.Boolean()),
        send_mail: Type.Optional(Type.Boolean({ default: true })),
      },
      strict,
    ),
    answers: { 201: UserInvited },
  },
  updateUser: {
    ...byAdmin,
    operation: 'updateTenantUser',
    summary: 'Disable, enable, make or unmake an administrator; never oneself',
    method: 'PATCH',
    path: '/users/:id',
    body: HostedUserChange,
    answers: { 200: UserAnswer },
  },
  resetPassword: {
    ...action,
    operation: 'resetTenantUserPassword',
    summary: 'Make a new password, shown once, and end the sessions of the user',
    path: '/users/:id/reset-password',
    answers: { 200: UserPasswordAnswer },
  },
  getUsage: {
    ...byAdmin,
    operation: 'getTenantUsage',
    summary: 'Today and 30 days, by dimension and by user',
    method: 'GET',
    path: '/usage',
    answers: { 200: TenantUsage },
  },
  getBrand: {
    ...byAdmin,
    operation: 'getBrand',
    summary: 'How the pages look',
    method: 'GET',
    path: '/brand',
    answers: { 200: BrandAnswer },
  },
  updateBrand: {
    ...byAdmin,
    operation: 'updateBrand',
    summary: 'Change accent, greeting or starters',
    method: 'PATCH',
    path: '/brand',
    body: BrandSettings,
    answers: { 200: BrandAnswer },
  },
  removeLogo: {
    ...byAdmin,
    operation: 'removeLogo',
    summary: 'Go back to the neutral logo',
    method: 'DELETE',
    path: '/brand/logo',
    answers: { 200: BrandAnswer },
  },
  getEmbedding: {
    ...byAdmin,
    operation: 'getEmbedding',
    summary: 'Where the chat may be embedded, and how',
    method: 'GET',
    path: '/embedding',
    answers: { 200: Embedding },
  },
  updateEmbedding: {
    ...byAdmin,
    operation: 'updateEmbedding',
    summary: 'Set the origins that may embed the chat',
    method: 'PATCH',
    path: '/embedding',
    body: Type.Object({ origins: Type.Array(Type.String({ maxLength: 300 }), { maxItems: 50 }) }, strict),
    answers: { 200: Embedding },
  },
  checkEmbedding: {
    ...byAdmin,
    operation: 'checkEmbedding',
    summary: 'Explain what keeps the chat out of a page',
    method: 'POST',
    path: '/embedding/check',
    body: EmbeddingCheck,
    answers: { 200: Type.Object({ ...ok, findings: Type.Array(EmbeddingFinding) }, strict) },
  },
  getSubscription: {
    ...byAdmin,
    operation: 'getSubscription',
    summary: 'The subscription and its limits',
    method: 'GET',
    path: '/subscription',
    answers: { 200: Subscription },
  },
  listSessions: {
    ...byAdmin,
    operation: 'listLoginSessions',
    summary: 'The 200 newest sessions of people who signed in',
    method: 'GET',
    path: '/security/sessions',
    answers: { 200: LoginSessionList },
  },
  endSession: {
    ...byAdmin,
    operation: 'endLoginSession',
    summary: 'End one session',
    method: 'DELETE',
    path: '/security/sessions/:id',
    answers: { 200: Type.Object(ok, strict) },
  },
  rotateHandoff: {
    ...action,
    operation: 'rotateHandoff',
    summary: 'End every session and every minted token, including your own session; API keys go on',
    path: '/security/rotate-handoff',
    answers: { 200: HandoffRotated },
  },
  listAudit: {
    ...byAdmin,
    operation: 'listTenantAudit',
    summary: 'Who changed what, newest first',
    method: 'GET',
    path: '/security/audit',
    query: pageQuery,
    answers: { 200: AuditList },
  },
} as const satisfies Record<string, Endpoint>;

/** `PUT /account/api/brand/logo` takes the file itself: PNG, JPEG, WebP or GIF. Answers like `getBrand`. */
export const logoUpload = {
  path: '/brand/logo',
  bytes: 2 * 1024 * 1024,
  types: ['image/png', 'image/jpeg', 'image/webp', 'image/gif'],
} as const;
