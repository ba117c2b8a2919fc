/** What the service answers, member for member as it travels. */

export type SubscriptionStatus = 'trial' | 'active' | 'past_due' | 'canceled';
export type Scope = 'chat' | 'admin:clients' | 'admin:usage' | 'admin:audit';
export type Lane = 'standard' | 'priority';
export type JobStatus = 'queued' | 'running' | 'completed' | 'failed' | 'cancelled' | 'expired';
export type FinishReason = 'stop' | 'length' | 'cancelled' | 'error';
export type Rating = 'up' | 'down';
export type MessageStatus = 'complete' | 'partial' | 'failed' | 'streaming';
export type ProviderStatus = 'available' | 'degraded' | 'unavailable';
export type HealthStatus = 'pass' | 'warn' | 'fail';

/** One meter of the current UTC day. A `limit` of null means unlimited. */
export interface UsageDimension {
  /** The end user's own count. */
  used: number;
  limit: number | null;
  /** What can still be sent; null where there is no limit. */
  remaining: number | null;
  /** `used/limit`, or `used/unlimited`. */
  label: string;
  reset_at: string;
  /** Whose limit it is: the end user's, or the whole client's. */
  scope: 'user' | 'client';
}

export interface Usage {
  requests: UsageDimension;
  priority: UsageDimension;
  /** `enabled`: whether the client may use Deep Dive at all. */
  deep_dive: UsageDimension & { enabled: boolean };
  reset_at: string;
  timezone: 'UTC';
  /** The count of the whole client; with an API key only. */
  client?: { requests: UsageDimension };
  /** The daily quota that the next plain prompt would meet. */
  blocked: { dimension: Dimension; scope: 'user' | 'client'; reset_at: string } | null;
}

export type Dimension = 'requests' | 'priority' | 'deep_dive';

export interface UsageAnswer {
  ok: true;
  usage: Usage;
}

/** What was used on one UTC day. */
export interface UsageOfDay {
  day: string;
  /** null: all users of the client. */
  external_user_id: string | null;
  requests: number;
  priority: number;
  deep_dive: number;
}

export interface UsageDays {
  ok: true;
  object: 'list';
  /** Newest first, without days of no use. */
  data: UsageOfDay[];
  /** There are older days: ask again, up to the last one here. */
  has_more: boolean;
}

export interface JobError {
  code: string;
  title: string;
  detail: string;
  retryable: boolean;
}

export interface JobAccepted {
  ok: true;
  job_uuid: string;
  conversation_uuid: string;
  status: JobStatus;
  queue_name: Lane;
  queue_position: number | null;
  eta_seconds: number | null;
  usage: Usage;
  created_at: string;
}

export interface Job {
  ok: true;
  job_uuid: string;
  conversation_uuid: string;
  message_uuid: string;
  agent_slug: string;
  status: JobStatus;
  /** null for the run of a direct stream. */
  queue_name: Lane | null;
  /** 1 is next, 0 is running, null is final. */
  queue_position: number | null;
  eta_seconds: number | null;
  attempt: number;
  priority: boolean;
  deep_dive: boolean;
  created_at: string;
  started_at: string | null;
  finished_at: string | null;
  error: JobError | null;
  charged: { requests: number; priority: number; deep_dive: number; refunded: boolean };
}

export interface JobOutput {
  ok: true;
  job_uuid: string;
  status: JobStatus;
  attempt: number;
  /** The text after the given cursor. */
  text: string;
  /** `<attempt>.<bytes>`, to be given as `after` next time. */
  cursor: string;
  final: boolean;
  /** The whole answer once the job is completed. */
  answer: string | null;
  finish_reason: FinishReason | null;
  error: JobError | null;
}

export interface Feedback {
  rating: Rating;
  comment: string | null;
}

export interface FeedbackSaved {
  ok: true;
  conversation_uuid: string;
  message_uuid: string;
  feedback: Feedback | null;
}

export interface Message {
  message_uuid: string;
  role: 'user' | 'assistant';
  content: string;
  status: MessageStatus;
  deep_dive: boolean;
  reply_to: string | null;
  feedback: Feedback | null;
  created_at: string;
}

export interface ConversationSummary {
  conversation_uuid: string;
  title: string;
  agent_slug: string;
  message_count: number;
  last_message_at: string;
  created_at: string;
  updated_at: string;
}

export interface ConversationList {
  ok: true;
  object: 'list';
  data: ConversationSummary[];
  has_more: boolean;
  next_cursor: string | null;
}

export interface Conversation {
  ok: true;
  conversation_uuid: string;
  title: string;
  agent_slug: string;
  created_at: string;
  updated_at: string;
  /** The run that is answering now. */
  active_job_uuid: string | null;
  /** How full the model's window is: a hint, not the quota. */
  context_usage: { used_tokens: number; window_tokens: number };
  messages: Message[];
  has_more: boolean;
  next_cursor: string | null;
}

export interface ConversationRenamed extends ConversationSummary {
  ok: true;
}

export interface ConversationDeleted {
  ok: true;
  conversation_uuid: string;
  deleted: true;
}

export interface Provider {
  id: string;
  label: string;
  models: string[];
  default: boolean;
  status: ProviderStatus;
  supports: { streaming: boolean; deep_dive: boolean };
}

export interface ProviderList {
  ok: true;
  object: 'list';
  data: Provider[];
}

export interface Health {
  ok: boolean;
  status: HealthStatus;
  version: string;
  checks: { database: HealthStatus; queue: HealthStatus; providers: HealthStatus };
  client: { slug: string; enabled: boolean; subscription_status: SubscriptionStatus; scopes: Scope[] };
}

export interface HostedSession {
  ok: true;
  token: string;
  expires_at: string;
  external_user_id: string;
  tenant_url: string;
  ttl_seconds: number;
  session_id: string;
  /** past_due or canceled: the user can read, and cannot send. */
  subscription_status: SubscriptionStatus;
}
