/**
 * The shapes on the wire, from the contract. In the built package these types are written out:
 * scripts/sdk/wire-types.ts.
 */

export type { Action } from '#contract/answers/action.ts';
export type {
  IfBusy,
  OnDisconnect,
  UsableAgent as Agent,
  UsableAgentList as AgentList,
} from '#contract/chat.ts';
export type { Citation, QuotedCitation } from '#contract/citations/citation.ts';
export type {
  GuidanceChoice,
  Scope,
  SubscriptionStatus,
  ToolEffect,
  ToolOutcome,
} from '#contract/closed-sets.ts';
export type { ErrorCode, TurnErrorCode } from '#contract/errors.ts';
export type {
  KnownEvent as Event,
  KnownEventAnswer as EventAnswer,
  KnownEventList as EventList,
} from '#contract/events/event-log.ts';
export type {
  DeliveryState,
  Webhook,
  WebhookAnswer,
  WebhookDelivery,
  WebhookDeliveryAnswer,
  WebhookDeliveryList,
  WebhookList,
  WebhookReplayed,
  WebhookSecretAnswer,
  WebhookTested,
  WebhookTry,
} from '#contract/events/webhooks.ts';
export type { AnswerEvents } from '#contract/events.ts';
export type { Health, HealthStatus, Provider, ProviderList, ProviderStatus } from '#contract/health.ts';
export type {
  EndedTurn,
  EndedTurnList,
  FinishReason,
  Job,
  JobAccepted,
  JobError,
  JobOutput,
  JobStatus,
  Lane,
} from '#contract/jobs.ts';
export type {
  DocumentAnswer,
  DocumentDeleted,
  DocumentList,
  DocumentResource as Document,
  DocumentStored,
} from '#contract/knowledge/document-resources.ts';
export type { DocumentMediaType } from '#contract/knowledge/documents.ts';
export type { FoundSources, KnowledgeMode, SourceOwner } from '#contract/knowledge/sources.ts';
export type { GuidanceAnswer, GuidanceVersion } from '#contract/partners/guidance.ts';
export type { OwnKeyRotated as KeyRotated } from '#contract/partners/keys.ts';
export type {
  FeedbackList,
  RatedAnswer,
  UnansweredList,
  UnansweredQuestion,
} from '#contract/people/feedback.ts';
export type {
  BlockedUserList,
  BlockedUserResource as BlockedUser,
  UserBlocked,
  UserDataErasure,
  UserDataLine,
  UserUnblocked,
} from '#contract/people/people.ts';
export type {
  BusyDetails,
  FieldErrorDocument as FieldError,
  ProblemDocument,
  QuotaDetails,
} from '#contract/problem.ts';
export type { QuotaDimension as Dimension, QuotaScope } from '#contract/quota.ts';
export type {
  Conversation,
  ConversationDeleted,
  ConversationList,
  ConversationRenamed,
  ConversationSummary,
  Feedback,
  FeedbackSaved,
  HostedSession,
  Message,
  MessageStatus,
  Rating,
  Usage,
  UsageAnswer,
  UsageDimension,
} from '#contract/resources.ts';
export type { ActionAnswer, ActionConfirmed } from '#contract/tools/actions.ts';
export type {
  Tool,
  ToolAnswer,
  ToolApproval,
  ToolApprovalRequest,
  ToolCall,
  ToolCallList,
  ToolDefinition,
  ToolList,
  ToolServer,
  ToolServerAnswer,
  ToolServerChange,
  ToolServerCreation,
  ToolServerDeleted,
  ToolServerList,
  ToolServerSecretAnswer,
  ToolTried,
  ToolWithdrawn,
} from '#contract/tools/tools.ts';
export type { Cost } from '#contract/usage/cost.ts';
export type { UsageDays, UsageOfDay } from '#contract/usage/usage-days.ts';
