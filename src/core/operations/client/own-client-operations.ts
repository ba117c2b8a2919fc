import { type BrandServices, brandOperations } from './brand.ts';
import type { AnyClientOperation } from './client-operation.ts';
import { type DocumentServices, documentOperations } from './documents.ts';
import { type EmbeddingServices, embeddingOperations } from './embedding.ts';
import { type FeedbackServices, feedbackOperations } from './feedback.ts';
import { type GuidanceServices, guidanceOperations } from './guidance.ts';
import { type KeyServices, keyOperations } from './keys.ts';
import { type PeopleServices, peopleOperations } from './people.ts';
import { type SessionServices, sessionOperations } from './sessions.ts';
import { type SourceServices, sourceOperations } from './sources.ts';
import { type ToolServices, toolOperations } from './tools.ts';
import { type UsageServices, usageOperations } from './usage.ts';
import { type UserServices, userOperations } from './users.ts';
import { type WebhookServices, webhookOperations } from './webhooks.ts';

/** Everything that the operations on one client use which its own key may have. */
export interface OwnClientServices
  extends WebhookServices,
    PeopleServices,
    UserServices,
    GuidanceServices,
    DocumentServices,
    SourceServices,
    KeyServices,
    FeedbackServices,
    ToolServices {}

/** The operations on one client that its own key may have, and its administrators. */
export const ownClientOperations: readonly AnyClientOperation<OwnClientServices>[] = [
  ...webhookOperations,
  ...userOperations,
  ...peopleOperations,
  ...guidanceOperations,
  ...documentOperations,
  ...sourceOperations,
  ...keyOperations,
  ...feedbackOperations,
  ...toolOperations,
];

/** The same with what only administrators have. */
export interface AdministratorServices
  extends OwnClientServices,
    UsageServices,
    BrandServices,
    EmbeddingServices,
    SessionServices {}

export const administratorOperations: readonly AnyClientOperation<AdministratorServices>[] = [
  ...ownClientOperations,
  ...usageOperations,
  ...brandOperations,
  ...embeddingOperations,
  ...sessionOperations,
];
