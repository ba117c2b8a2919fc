import { Type } from 'typebox';
import { AuditList, UserLinkAnswer } from '../admin.ts';
import { strict } from '../chat.ts';
import {
  BrandAnswer,
  BrandSettings,
  Embedding,
  EmbeddingCheck,
  EmbeddingFinding,
  HandoffRotated,
  LoginSessionList,
  Subscription,
  TenantUsage,
} from '../hosted.ts';
import { EndedTurnList } from '../jobs.ts';
import { accountEndpointsOf } from '../operations/endpoints-of.ts';
import { peopleOperations } from '../operations/people.ts';
import { userOperations } from '../operations/users.ts';
import { webhookOperations } from '../operations/webhooks.ts';
import { pageQuery } from '../request-parts.ts';
import { open } from '../resources.ts';
import { action, byAdmin } from './account-endpoint.ts';
import type { Endpoint } from './endpoint.ts';
import { endedTurnFilters } from './job-endpoints.ts';

const ok = { ok: Type.Literal(true) };

/** The operations of the account page: the operator's, limited to one tenant. */
export const accountEndpoints = {
  ...accountEndpointsOf(webhookOperations),
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
    answers: { 201: UserLinkAnswer },
    errors: ['already_exists', 'too_many_attempts'],
  },
  ...accountEndpointsOf(userOperations),
  ...accountEndpointsOf(peopleOperations),
  getUsage: {
    ...byAdmin,
    operation: 'getTenantUsage',
    summary: 'Today and 30 days, by dimension and by user',
    method: 'GET',
    path: '/usage',
    answers: { 200: TenantUsage },
    errors: [],
  },
  getBrand: {
    ...byAdmin,
    operation: 'getBrand',
    summary: 'How the pages look',
    method: 'GET',
    path: '/brand',
    answers: { 200: BrandAnswer },
    errors: [],
  },
  updateBrand: {
    ...byAdmin,
    operation: 'updateBrand',
    summary: 'Change accent, greeting or starters',
    method: 'PATCH',
    path: '/brand',
    body: BrandSettings,
    answers: { 200: BrandAnswer },
    errors: [],
  },
  removeLogo: {
    ...byAdmin,
    operation: 'removeLogo',
    summary: 'Go back to the neutral logo',
    method: 'DELETE',
    path: '/brand/logo',
    answers: { 200: BrandAnswer },
    errors: [],
  },
  getEmbedding: {
    ...byAdmin,
    operation: 'getEmbedding',
    summary: 'Where the chat may be embedded, and how',
    method: 'GET',
    path: '/embedding',
    answers: { 200: Embedding },
    errors: [],
  },
  updateEmbedding: {
    ...byAdmin,
    operation: 'updateEmbedding',
    summary: 'Set the origins that may embed the chat',
    method: 'PATCH',
    path: '/embedding',
    body: Type.Object({ origins: Type.Array(Type.String({ maxLength: 300 }), { maxItems: 50 }) }, strict),
    answers: { 200: Embedding },
    errors: [],
  },
  checkEmbedding: {
    ...byAdmin,
    operation: 'checkEmbedding',
    summary: 'Explain what blocks the chat on a page',
    method: 'POST',
    path: '/embedding/check',
    body: EmbeddingCheck,
    answers: { 200: Type.Object({ ...ok, findings: Type.Array(EmbeddingFinding) }, open) },
    errors: ['too_many_attempts'],
  },
  getSubscription: {
    ...byAdmin,
    operation: 'getSubscription',
    summary: 'The subscription and its limits',
    method: 'GET',
    path: '/subscription',
    answers: { 200: Subscription },
    errors: [],
  },
  listSessions: {
    ...byAdmin,
    operation: 'listLoginSessions',
    summary: 'The 200 newest sessions of people who signed in',
    method: 'GET',
    path: '/security/sessions',
    answers: { 200: LoginSessionList },
    errors: [],
  },
  endSession: {
    ...byAdmin,
    operation: 'endLoginSession',
    summary: 'End one session',
    method: 'DELETE',
    path: '/security/sessions/:id',
    answers: { 200: Type.Object(ok, open) },
    errors: ['not_found'],
  },
  rotateHandoff: {
    ...action,
    operation: 'rotateHandoff',
    summary: 'End every session and every minted token, including your own session; API keys go on',
    path: '/security/rotate-handoff',
    answers: { 200: HandoffRotated },
    errors: [],
  },
  listEndedTurns: {
    ...byAdmin,
    operation: 'listTenantEndedTurns',
    summary: 'Turns that have ended, newest first, without their texts',
    method: 'GET',
    path: '/ended-turns',
    query: Type.Object(
      {
        identity: Type.Optional(
          Type.String({ description: 'The identity that a backend gave, or `hu:<uuid>`.' }),
        ),
        ...endedTurnFilters,
      },
      strict,
    ),
    answers: { 200: EndedTurnList },
    errors: [],
  },
  listAudit: {
    ...byAdmin,
    operation: 'listTenantAudit',
    summary: 'Who changed what, newest first',
    method: 'GET',
    path: '/security/audit',
    query: pageQuery,
    answers: { 200: AuditList },
    errors: [],
  },
} as const satisfies Record<string, Endpoint>;

/** `PUT /account/api/brand/logo` takes the file itself: PNG, JPEG, WebP or GIF. Answers like `getBrand`. */
export const logoUpload = {
  path: '/brand/logo',
  bytes: 2 * 1024 * 1024,
  types: ['image/png', 'image/jpeg', 'image/webp', 'image/gif'],
} as const;
