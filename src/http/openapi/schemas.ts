import type { TSchema } from 'typebox';
import * as admin from '#contract/admin.ts';
import { AuditEntryResource } from '#contract/audit/audit-entry.ts';
import { ChatOptions, ChatRequest, UsableAgent, UsableAgentList } from '#contract/chat.ts';
import { Citation, QuotedCitation } from '#contract/citations/citation.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Surface } from '#contract/endpoint-errors.ts';
import * as eventLog from '#contract/events/event-log.ts';
import * as webhooks from '#contract/events/webhooks.ts';
import { answerEvents } from '#contract/events.ts';
import * as health from '#contract/health.ts';
import * as jobs from '#contract/jobs.ts';
import * as documents from '#contract/knowledge/document-resources.ts';
import * as completions from '#contract/openai/chat-completions.ts';
import { OpenAiError } from '#contract/openai/errors.ts';
import { OpenAiModel, OpenAiModelList } from '#contract/openai/models.ts';
import * as responses from '#contract/openai/responses.ts';
import * as keys from '#contract/partners/keys.ts';
import * as feedback from '#contract/people/feedback.ts';
import * as people from '#contract/people/people.ts';
import { FieldErrorDocument, ProblemDocument } from '#contract/problem.ts';
import * as resources from '#contract/resources.ts';
import * as tools from '#contract/tools/tools.ts';
import { Cost } from '#contract/usage/cost.ts';
import * as prices from '#contract/usage/prices.ts';
import * as usageDays from '#contract/usage/usage-days.ts';
import { UsageMonth } from '#contract/usage/usage-month.ts';
import type { Schema } from './types.ts';
import { withMemberWords } from './words/add-words.ts';

/** Schemas of the contract that have a name of their own in the description. */
const named: Readonly<Record<string, TSchema>> = {
  ChatOptions,
  Usage: resources.Usage,
  UsageDimension: resources.UsageDimension,
  DeepDiveDimension: resources.DeepDiveDimension,
  UsageBlock: resources.UsageBlock,
  UsageAnswer: resources.UsageAnswer,
  UsageOfDay: usageDays.UsageOfDay,
  UsageDays: usageDays.UsageDays,
  Cost,
  Job: jobs.Job,
  JobAccepted: jobs.JobAccepted,
  JobError: jobs.JobError,
  JobOutput: jobs.JobOutput,
  Feedback: resources.Feedback,
  FeedbackSaved: resources.FeedbackSaved,
  RatedAnswer: feedback.RatedAnswer,
  FeedbackList: feedback.FeedbackList,
  Document: documents.DocumentResource,
  DocumentAnswer: documents.DocumentAnswer,
  DocumentStored: documents.DocumentStored,
  DocumentList: documents.DocumentList,
  DocumentDeleted: documents.DocumentDeleted,
  UnansweredQuestion: feedback.UnansweredQuestion,
  UnansweredList: feedback.UnansweredList,
  OwnKeyRotated: keys.OwnKeyRotated,
  QuotedCitation,
  Citation,
  Message: resources.Message,
  ContextUsage: resources.ContextUsage,
  Conversation: resources.Conversation,
  ConversationSummary: resources.ConversationSummary,
  ConversationList: resources.ConversationList,
  ConversationRenamed: resources.ConversationRenamed,
  ConversationDeleted: resources.ConversationDeleted,
  UsableAgent,
  UsableAgentList,
  Provider: health.Provider,
  ProviderList: health.ProviderList,
  HostedSession: resources.HostedSession,
  Event: eventLog.Event,
  EventList: eventLog.EventList,
  Webhook: webhooks.Webhook,
  WebhookList: webhooks.WebhookList,
  WebhookDelivery: webhooks.WebhookDelivery,
  WebhookTry: webhooks.WebhookTry,
  ToolServer: tools.ToolServer,
  ToolServerList: tools.ToolServerList,
  ToolDefinition: tools.ToolDefinition,
  ToolApproval: tools.ToolApproval,
  Tool: tools.Tool,
  ToolList: tools.ToolList,
  Client: admin.AdminClient,
  ClientCreation: admin.ClientCreation,
  ClientChange: admin.ClientChange,
  ClientAnswer: admin.ClientAnswer,
  ClientKeyAnswer: admin.ClientKeyAnswer,
  ClientList: admin.ClientList,
  HostedUser: admin.HostedUserResource,
  HostedUserCreation: admin.HostedUserCreation,
  HostedUserChange: admin.HostedUserChange,
  UserAnswer: admin.UserAnswer,
  UserLinkAnswer: admin.UserLinkAnswer,
  UserList: admin.UserList,
  Agent: admin.AgentResource,
  AgentCreation: admin.AgentCreation,
  AgentChange: admin.AgentChange,
  AgentAnswer: admin.AgentAnswer,
  AgentList: admin.AgentList,
  AuditEntry: AuditEntryResource,
  AuditList: admin.AuditList,
  UsageRow: admin.UsageRow,
  UsageReport: admin.UsageReport,
  UsageMonth,
  ModelPrice: prices.ModelPrice,
  PriceSetting: prices.PriceSetting,
  PriceList: prices.PriceList,
  BlockedUser: people.BlockedUserResource,
  BlockedUserList: people.BlockedUserList,
  UserBlocked: people.UserBlocked,
  UserUnblocked: people.UserUnblocked,
  UserDataErasure: people.UserDataErasure,
  UserDataLine: people.UserDataLine,
  ChatCompletionRequest: completions.ChatCompletionRequest,
  ChatCompletion: completions.ChatCompletion,
  ChatCompletionChunk: completions.ChatCompletionChunk,
  CompletionUsage: completions.CompletionUsage,
  ResponseRequest: responses.ResponseRequest,
  ResponseResource: responses.ResponseResource,
  ResponseEvent: responses.ResponseEvent,
  OpenAiModel,
  OpenAiModelList,
  OpenAiError,
  FieldError: FieldErrorDocument,
  Problem: ProblemDocument,
  ...Object.fromEntries(
    Object.entries(answerEvents).map(([name, schema]) => [`AnswerEvent${capital(name)}`, schema]),
  ),
};

const noIdentityInQuery = { query: { properties: {} } };
const plain: ReadonlyMap<string, Schema> = new Map([
  ...Object.entries(named).map(([name, schema]) => [name, plainSchema(schema)] as const),
  ['ChatRequest', withIdentity(plainSchema(ChatRequest), noIdentityInQuery, 'api')],
  ['HostedChatRequest', withIdentity(plainSchema(ChatRequest), noIdentityInQuery, 'hosted')],
]);
const nameByText = new Map([...plain].map(([name, schema]) => [JSON.stringify(schema), name]));

/** `components.schemas`. */
export function componentSchemas(): Record<string, Schema> {
  return Object.fromEntries(
    [...plain].map(([name, schema]) => [name, withMemberWords(referMembers(schema), name)]),
  );
}

/** A schema as it appears in the description: a reference where it has a name. */
export function describeSchema(schema: TSchema): Schema {
  return withMemberWords(referSchema(plainSchema(schema)), '');
}

/** The body on one surface: with a key it must name the end user, with a session token it cannot. */
export function describeBody(endpoint: Endpoint, body: TSchema, surface: Surface): Schema {
  return withMemberWords(referSchema(withIdentity(plainSchema(body), endpoint, surface)), 'body');
}

export function schemaReference(name: string): Schema {
  if (!plain.has(name)) throw new Error(`No schema is named ${name}`);
  return { $ref: `#/components/schemas/${name}` };
}

export function eventSchemaName(event: string): string {
  return `AnswerEvent${capital(event)}`;
}

function withIdentity(
  schema: Schema,
  {
    query,
    identityOptional = false,
  }: Pick<Endpoint, 'identityOptional'> & { readonly query: { readonly properties: object } },
  surface: Surface,
): Schema {
  const { external_user_id: id, context, ...rest } = membersOf(schema['properties']);
  if (surface === 'hosted') return { ...schema, properties: { ...hostedContext(context), ...rest } };
  const required = requiredOf(schema);
  if (isSchema(context)) {
    const named = { ...context, required: ['external_user_id'] };
    return { ...schema, required: [...required, 'context'], properties: { context: named, ...rest } };
  }
  if (id === undefined || identityOptional || 'external_user_id' in query.properties) return schema;
  return { ...schema, required: ['external_user_id', ...required] };
}

/** The token says who asks, and what is known about the person. */
function hostedContext(context: unknown): Schema {
  if (!isSchema(context)) return {};
  const { external_user_id: _id, facts: _facts, ...rest } = membersOf(context['properties']);
  const description = 'What the question comes with.';
  return Object.keys(rest).length === 0 ? {} : { context: { ...context, description, properties: rest } };
}

function requiredOf(schema: Schema): readonly unknown[] {
  const { required } = schema;
  return Array.isArray(required) ? required : [];
}

function referSchema(schema: Schema): Schema {
  const name = nameByText.get(JSON.stringify(schema));
  return name === undefined ? referMembers(schema) : schemaReference(name);
}

function referMembers(schema: Schema): Schema {
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, refer(value)]));
}

function refer(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(refer);
  return isSchema(value) ? referSchema(value) : value;
}

/** Without the properties that the library keeps beside JSON Schema. */
function plainSchema(schema: TSchema): Schema {
  const copy: Schema = JSON.parse(JSON.stringify(schema), (_, part: unknown) => withTypeOfEnum(part));
  return copy;
}

/** Every choice here is between texts. Generators of clients take a choice without a type for anything. */
function withTypeOfEnum(part: unknown): unknown {
  return isSchema(part) && Array.isArray(part['enum']) && !('type' in part)
    ? { type: 'string', ...part }
    : part;
}

function membersOf(value: unknown): Schema {
  return isSchema(value) ? value : {};
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function capital(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}
