export type {
  AnswerEvent,
  DeltaEvent,
  DoneEvent,
  MetaEvent,
  QueueEvent,
  ResetEvent,
  StepEvent,
  UsageEvent,
} from './answer/answer-event.ts';
export type { AnswerResult } from './answer/answer-progress.ts';
export type { AnswerStream } from './answer/answer-stream.ts';
export type { FollowOptions } from './answer/open-answer.ts';
export {
  type OpenAIChunk,
  type OpenAIStream,
  type OpenAIStreamOptions,
  toOpenAIStream,
} from './answer/openai-stream.ts';
export type {
  Facts,
  JobOptions,
  JobRequest,
  QuestionContext,
  SendOptions,
  StreamOptions,
  StreamRequest,
} from './chat-request.ts';
export {
  AbortError,
  AnswerFailedError,
  AnswerRestartedError,
  ApiError,
  AuthenticationError,
  BadRequestError,
  ConfigurationError,
  ConflictError,
  ConnectionError,
  ConversationBusyError,
  NotFoundError,
  ParleyError,
  PermissionError,
  QuotaExceededError,
  RateLimitError,
  ServerError,
  SubscriptionError,
  TimeoutError,
  UnexpectedAnswerError,
  ValidationError,
} from './errors.ts';
export { Parley, type UsageDaysOptions } from './parley.ts';
export type { Problem } from './problem.ts';
export type { BlockedUserListOptions, NamedUser } from './resources/blocked-users.ts';
export type { CallOptions } from './resources/call-options.ts';
export type {
  ConversationListOptions,
  ConversationReadOptions,
  FeedbackRequest,
} from './resources/conversations.ts';
export type { DocumentListOptions, DocumentRequest, DocumentSearch } from './resources/documents.ts';
export type { EventListOptions, FollowedEvent } from './resources/events.ts';
export type { FeedbackListOptions, UnansweredListOptions } from './resources/feedback.ts';
export type { HostedSessionRequest } from './resources/hosted-sessions.ts';
export type { EndedTurnsOptions, JobOutputOptions, JobReadOptions } from './resources/jobs.ts';
export type { KeyRotation } from './resources/keys.ts';
export type { DeliveryListOptions, ReplayRequest, WebhookRequest } from './resources/webhooks.ts';
export type { ApiKeyOptions, ParleyOptions, TokenOptions } from './settings.ts';
export type { ArgumentOf, ArgumentSchema } from './tools/argument-schema.ts';
export { type Tool, type ToolCall, type ToolDefinition, ToolError, tool } from './tools/tool.ts';
export { type ToolServer, type ToolServerOptions, toolServer } from './tools/tool-server.ts';
export { verifyWebhook, type WebhookVerification, WebhookVerificationError } from './verify-webhook.ts';
export type * from './wire.ts';
