/**
 * Sets whose members the contract fixes. They are separate from the schemas, so that a command can list them without
 * loading the validation of requests.
 */
export const subscriptionStatuses = ['trial', 'active', 'past_due', 'canceled'] as const;
export type SubscriptionStatus = (typeof subscriptionStatuses)[number];

export const scopes = [
  'chat',
  'webhooks',
  'user-data',
  'admin:clients',
  'admin:usage',
  'admin:audit',
  'admin:operate',
] as const;
export type Scope = (typeof scopes)[number];

/** How hard a model is asked to think in a Deep Dive. */
export const efforts = ['low', 'medium', 'high'] as const;
export type ModelEffort = (typeof efforts)[number];

/** What happens to the system and developer messages of OpenAI-compatible requests. */
export const systemMessageModes = ['append', 'ignore', 'refuse'] as const;
export type SystemMessageMode = (typeof systemMessageModes)[number];
