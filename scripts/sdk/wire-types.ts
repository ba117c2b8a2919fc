import { Type } from 'typebox';
import { Action } from '#contract/answers/action.ts';
import * as eventLog from '#contract/events/event-log.ts';
import * as webhooks from '#contract/events/webhooks.ts';
import * as documentResources from '#contract/knowledge/document-resources.ts';
import { documentMediaTypes } from '#contract/knowledge/documents.ts';
import * as sources from '#contract/knowledge/sources.ts';
import * as guidance from '#contract/partners/guidance.ts';
import * as keys from '#contract/partners/keys.ts';
import * as feedback from '#contract/people/feedback.ts';
import * as people from '#contract/people/people.ts';
import * as actions from '#contract/tools/actions.ts';
import * as tools from '#contract/tools/tools.ts';
import { Cost } from '#contract/usage/cost.ts';
import * as usageDays from '#contract/usage/usage-days.ts';
import * as chat from '../../src/contract/chat.ts';
import { Citation, QuotedCitation } from '../../src/contract/citations/citation.ts';
import * as closedSets from '../../src/contract/closed-sets.ts';
import { errorTable, turnErrorTable } from '../../src/contract/errors.ts';
import { answerEvents } from '../../src/contract/events.ts';
import * as health from '../../src/contract/health.ts';
import * as jobs from '../../src/contract/jobs.ts';
import * as problem from '../../src/contract/problem.ts';
import { quotaDimensions, quotaScopes } from '../../src/contract/quota.ts';
import * as resources from '../../src/contract/resources.ts';
import { printTypes, type TypesToPrint } from './print-types.ts';

/** What `src/sdk/wire.ts` takes from the contract, by the names used there. */
const types: TypesToPrint = {
  unions: {
    SubscriptionStatus: closedSets.subscriptionStatuses,
    Scope: closedSets.scopes,
    Lane: jobs.lanes,
    JobStatus: jobs.jobStatuses,
    FinishReason: jobs.finishReasons,
    Rating: resources.ratings,
    MessageStatus: resources.messageStatuses,
    ProviderStatus: health.providerStatuses,
    HealthStatus: health.healthStatuses,
    Dimension: quotaDimensions,
    QuotaScope: quotaScopes,
    OnDisconnect: chat.disconnectChoices,
    IfBusy: chat.busyChoices,
    GuidanceChoice: closedSets.guidanceChoices,
    DocumentMediaType: documentMediaTypes,
    KnowledgeMode: sources.knowledgeModes,
    SourceOwner: sources.sourceOwners,
    ErrorCode: Object.keys(errorTable),
    ToolEffect: closedSets.toolEffects,
    ToolOutcome: closedSets.toolOutcomes,
    DeliveryState: webhooks.deliveryStates,
    TurnErrorCode: Object.keys(turnErrorTable),
  },
  schemas: {
    QuotedCitation,
    Citation,
    UsageDimension: resources.UsageDimension,
    Usage: resources.Usage,
    UsageAnswer: resources.UsageAnswer,
    Cost,
    UsageOfDay: usageDays.UsageOfDay,
    UsageDays: usageDays.UsageDays,
    JobError: jobs.JobError,
    JobAccepted: jobs.JobAccepted,
    Job: jobs.Job,
    JobOutput: jobs.JobOutput,
    EndedTurn: jobs.EndedTurn,
    EndedTurnList: jobs.EndedTurnList,
    Feedback: resources.Feedback,
    FeedbackSaved: resources.FeedbackSaved,
    Action,
    Message: resources.Message,
    ActionAnswer: actions.ActionAnswer,
    ActionConfirmed: actions.ActionConfirmed,
    ConversationSummary: resources.ConversationSummary,
    ConversationList: resources.ConversationList,
    Conversation: resources.Conversation,
    ConversationRenamed: resources.ConversationRenamed,
    ConversationDeleted: resources.ConversationDeleted,
    Agent: chat.UsableAgent,
    AgentList: chat.UsableAgentList,
    Provider: health.Provider,
    ProviderList: health.ProviderList,
    Health: health.Health,
    HostedSession: resources.HostedSession,
    Document: documentResources.DocumentResource,
    DocumentAnswer: documentResources.DocumentAnswer,
    DocumentStored: documentResources.DocumentStored,
    DocumentList: documentResources.DocumentList,
    DocumentDeleted: documentResources.DocumentDeleted,
    FoundSources: sources.FoundSources,
    GuidanceVersion: guidance.GuidanceVersion,
    GuidanceAnswer: guidance.GuidanceAnswer,
    Event: eventLog.KnownEvent,
    EventAnswer: Type.Union(
      eventLog.KnownEvent.anyOf.map(({ properties }) =>
        Type.Object({ ok: Type.Literal(true), ...properties }),
      ),
    ),
    EventList: Type.Object({
      ...eventLog.EventList.properties,
      data: Type.Array(eventLog.KnownEvent),
    }),
    Webhook: webhooks.Webhook,
    WebhookAnswer: webhooks.WebhookAnswer,
    WebhookSecretAnswer: webhooks.WebhookSecretAnswer,
    WebhookList: webhooks.WebhookList,
    WebhookReplayed: webhooks.WebhookReplayed,
    WebhookTested: webhooks.WebhookTested,
    WebhookTry: webhooks.WebhookTry,
    WebhookDelivery: webhooks.WebhookDelivery,
    WebhookDeliveryAnswer: webhooks.WebhookDeliveryAnswer,
    WebhookDeliveryList: webhooks.WebhookDeliveryList,
    ToolDefinition: tools.ToolDefinition,
    ToolApproval: tools.ToolApproval,
    ToolServer: tools.ToolServer,
    ToolServerAnswer: tools.ToolServerAnswer,
    ToolServerSecretAnswer: tools.ToolServerSecretAnswer,
    ToolServerList: tools.ToolServerList,
    ToolServerDeleted: tools.ToolServerDeleted,
    ToolServerCreation: tools.ToolServerCreation,
    ToolServerChange: tools.ToolServerChange,
    Tool: tools.Tool,
    ToolAnswer: tools.ToolAnswer,
    ToolList: tools.ToolList,
    ToolCall: tools.ToolCall,
    ToolCallList: tools.ToolCallList,
    ToolWithdrawn: tools.ToolWithdrawn,
    ToolApprovalRequest: tools.ToolApprovalRequest,
    ToolTried: tools.ToolTried,
    BlockedUser: people.BlockedUserResource,
    BlockedUserList: people.BlockedUserList,
    UserBlocked: people.UserBlocked,
    UserUnblocked: people.UserUnblocked,
    UserDataErasure: people.UserDataErasure,
    UserDataLine: people.UserDataLine,
    RatedAnswer: feedback.RatedAnswer,
    FeedbackList: feedback.FeedbackList,
    UnansweredQuestion: feedback.UnansweredQuestion,
    UnansweredList: feedback.UnansweredList,
    KeyRotated: keys.OwnKeyRotated,
    AnswerEvents: Type.Object({ ...answerEvents }),
    FieldError: problem.FieldErrorDocument,
    ProblemDocument: problem.ProblemDocument,
    QuotaDetails: problem.QuotaDetails,
    BusyDetails: problem.BusyDetails,
  },
};

/**
 * `wire.ts` as the package contains it: the same types, written out, because the contract is not part of the package.
 */
export function printWireTypes(): string {
  return printTypes(types);
}
