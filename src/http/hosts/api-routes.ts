import type { FastifyInstance } from 'fastify';
import { endpoints } from '#contract/endpoints/endpoints.ts';
import type { EventReading } from '#core/events/read-events.ts';
import type { ProviderWatch } from '#core/health/provider-watch.ts';
import type { EndedTurnStore } from '#core/jobs/ended-turns.ts';
import type { MetricsSource } from '#core/numbers/metrics-source.ts';
import type { TurnProcess } from '#core/turn/turn-process.ts';
import type { CostStore } from '#core/usage/cost-store.ts';
import type { UsageStore } from '#core/usage/usage.ts';
import type { UsageReportStore } from '#core/usage/usage-report-store.ts';
import {
  getUsageHandler,
  listAgentsHandler,
  listProvidersHandler,
  listUsageDaysHandler,
} from '../handlers/account/account.ts';
import { type ActionServices, decideAction, getAction } from '../handlers/actions.ts';
import {
  type ConversationServices,
  deleteConversationHandler,
  getConversationHandler,
  listConversationsHandler,
  renameConversationHandler,
  saveFeedbackHandler,
} from '../handlers/conversations.ts';
import { getEvent, listEvents } from '../handlers/events.ts';
import { cancelJob, createJob, followJob, getJob, getJobOutput, listEndedTurns } from '../handlers/jobs.ts';
import { readMetrics } from '../handlers/metrics.ts';
import { streamAnswer } from '../handlers/stream.ts';
import { type Authenticate, routeAdder } from '../routing/route.ts';
import type { TurnServices } from '../streaming/turn-services.ts';

export interface ChatServices extends TurnServices, ConversationServices, ActionServices {
  readonly process: TurnProcess;
  readonly usage: UsageStore;
  readonly reports: UsageReportStore;
  readonly costs: CostStore;
  readonly events: EventReading;
}

export interface KeyServices extends ChatServices {
  readonly metrics: MetricsSource;
  readonly endedTurns: EndedTurnStore;
  readonly providerWatch: ProviderWatch;
}

/** The routes that API keys and session tokens share, below `/v1` or `/chat`. */
export function addChatRoutes(
  app: FastifyInstance,
  prefix: string,
  authenticate: Authenticate,
  services: ChatServices,
): void {
  const add = routeAdder(app, prefix, authenticate);
  add(endpoints.stream, streamAnswer(services));
  add(endpoints.getJob, getJob(services));
  add(endpoints.getJobOutput, getJobOutput(services));
  add(endpoints.followJob, followJob(services));
  add(endpoints.cancelJob, cancelJob(services));
  add(endpoints.listConversations, listConversationsHandler(services));
  add(endpoints.getConversation, getConversationHandler(services));
  add(endpoints.renameConversation, renameConversationHandler(services));
  add(endpoints.deleteConversation, deleteConversationHandler(services));
  add(endpoints.saveFeedback, saveFeedbackHandler(services));
  add(endpoints.getAction, getAction(services));
  add(endpoints.decideAction, decideAction(services));
  add(endpoints.getUsage, getUsageHandler(services));
}

/** The routes for a partner's backend only. */
export function addKeyRoutes(
  app: FastifyInstance,
  prefix: string,
  authenticate: Authenticate,
  services: KeyServices,
): void {
  const add = routeAdder(app, prefix, authenticate);
  add(endpoints.createJob, createJob(services));
  add(endpoints.listEndedTurns, listEndedTurns(services.endedTurns));
  add(endpoints.listUsageDays, listUsageDaysHandler(services));
  add(endpoints.listUsableAgents, listAgentsHandler);
  add(endpoints.listProviders, listProvidersHandler(services.models, services.providerWatch));
  add(endpoints.readMetrics, readMetrics(services.metrics));
  add(endpoints.listEvents, listEvents(services.events));
  add(endpoints.getEvent, getEvent(services.events));
}
