/**
 * Sets whose members the contract fixes. They are separate from the schemas, so that a command can list them without
 * loading the validation of requests.
 */
export const subscriptionStatuses = ['trial', 'active', 'past_due', 'canceled'] as const;
export type SubscriptionStatus = (typeof subscriptionStatuses)[number];

/** What a list of clients can be narrowed to: a revoked client is only that, whatever its subscription. */
export const clientStates = [...subscriptionStatuses, 'revoked'] as const;
export type ClientState = (typeof clientStates)[number];

/** The orders of a list of clients: by slug or name, the most used of the day first, the latest in use first. */
export const clientSorts = ['slug', 'name', 'today', 'last_active'] as const;
export type ClientSort = (typeof clientSorts)[number];

export const scopes = [
  'chat',
  'webhooks',
  'user-data',
  'knowledge',
  'guidance',
  'review',
  'keys',
  'tools',
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

/** Which of the client's own instructions a question tries. */
export const guidanceChoices = ['draft', 'published'] as const;
export type GuidanceChoice = (typeof guidanceChoices)[number];

/** Whether a tool changes something. */
export const toolEffects = ['read', 'write'] as const;
export type ToolEffect = (typeof toolEffects)[number];

/**
 * How a request to a tool went: it has a result; its server says that it has failed; nothing was sent; anything else,
 * such as a cut, a time-out or an answer that cannot be read.
 */
export const toolOutcomes = ['result', 'error', 'unreached', 'unclear'] as const;
export type ToolOutcome = (typeof toolOutcomes)[number];
