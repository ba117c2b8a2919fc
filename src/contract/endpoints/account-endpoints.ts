import { Type } from 'typebox';
import { UserLinkAnswer } from '../admin.ts';
import { strict } from '../chat.ts';
import type { Endpoint } from '../endpoint.ts';
import { brandOperations } from '../operations/brand.ts';
import { documentOperations } from '../operations/documents.ts';
import { embeddingOperations } from '../operations/embedding.ts';
import { accountEndpointsOf } from '../operations/endpoints-of.ts';
import { feedbackOperations } from '../operations/feedback.ts';
import { guidanceOperations } from '../operations/guidance.ts';
import { keyOperations } from '../operations/keys.ts';
import { peopleOperations } from '../operations/people.ts';
import { sessionOperations } from '../operations/sessions.ts';
import { sourceOperations } from '../operations/sources.ts';
import { toolOperations } from '../operations/tools.ts';
import { usageOperations } from '../operations/usage.ts';
import { userOperations } from '../operations/users.ts';
import { webhookOperations } from '../operations/webhooks.ts';
import { noQuery } from '../request-parts.ts';

/** Below `/account/api` on a tenant host, for administrators with a session cookie, whatever the subscription. */
export const accountEndpoints = {
  ...accountEndpointsOf(webhookOperations),
  inviteUser: {
    hosted: true,
    scope: null,
    freshness: 'current',
    operation: 'inviteTenantUser',
    summary: 'Add a person who can sign in',
    method: 'POST',
    path: '/users',
    query: noQuery,
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
  ...accountEndpointsOf(guidanceOperations),
  ...accountEndpointsOf(toolOperations),
  ...accountEndpointsOf(documentOperations),
  ...accountEndpointsOf(sourceOperations),
  ...accountEndpointsOf(keyOperations),
  ...accountEndpointsOf(feedbackOperations),
  ...accountEndpointsOf(usageOperations),
  ...accountEndpointsOf(brandOperations),
  ...accountEndpointsOf(embeddingOperations),
  ...accountEndpointsOf(sessionOperations),
} as const satisfies Record<string, Endpoint>;

/** `PUT /account/api/brand/logo` takes the file itself: PNG, JPEG, WebP or GIF. Answers like `getBrand`. */
export const logoUpload = {
  path: '/brand/logo',
  bytes: 2 * 1024 * 1024,
  types: ['image/png', 'image/jpeg', 'image/webp', 'image/gif'],
} as const;
