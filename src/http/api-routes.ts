import type { FastifyInstance } from 'fastify';
import { endpoints } from '#contract/endpoints.ts';
import type { Circuits } from '#core/models/circuit.ts';
import type { UsageStore } from '#core/quota/usage-store.ts';
import { getUsageHandler, listProvidersHandler } from './handlers/account.ts';
import {
  type ConversationServices,
  deleteConversationHandler,
  getConversationHandler,
  listConversationsHandler,
  renameConversationHandler,
  saveFeedbackHandler,
} from './handlers/conversations.ts';
import { cancelJob, createJob, followJob, getJob, getJobOutput } from './handlers/jobs.ts';
import { streamAnswer } from './handlers/stream.ts';
import { type Authenticate, addRoute } from './route.ts';
import type { TurnServices } from './turn-services.ts';

export interface ChatServices extends TurnServices, ConversationServices {
  readonly usage: UsageStore;
  readonly circuits: Circuits;
}

/** The routes that API keys and session tokens share, below `/v1` or `/chat`. */
export function addChatRoutes(
  app: FastifyInstance,
  prefix: string,
  authenticate: Authenticate,
  services: ChatServices,
): void {
  const at = (endpoint: { path: string }) => `${prefix}${endpoint.path}`;
  const e = endpoints;
  addRoute(app, at(e.stream), e.stream, authenticate, streamAnswer(services));
  addRoute(app, at(e.getJob), e.getJob, authenticate, getJob(services));
  addRoute(app, at(e.getJobOutput), e.getJobOutput, authenticate, getJobOutput(services));
  addRoute(app, at(e.followJob), e.followJob, authenticate, followJob(services));
  addRoute(app, at(e.cancelJob), e.cancelJob, authenticate, cancelJob(services));
  addRoute(
    app,
    at(e.listConversations),
    e.listConversations,
    authenticate,
    listConversationsHandler(services),
  );
  addRoute(app, at(e.getConversation), e.getConversation, authenticate, getConversationHandler(services));
  addRoute(
    app,
    at(e.renameConversation),
    e.renameConversation,
    authenticate,
    renameConversationHandler(services),
  );
  addRoute(
    app,
    at(e.deleteConversation),
    e.deleteConversation,
    authenticate,
    deleteConversationHandler(services),
  );
  addRoute(app, at(e.saveFeedback), e.saveFeedback, authenticate, saveFeedbackHandler(services));
  addRoute(app, at(e.getUsage), e.getUsage, authenticate, getUsageHandler(services.usage));
}

/** What only a partner's backend may do. */
export function addKeyRoutes(
  app: FastifyInstance,
  prefix: string,
  authenticate: Authenticate,
  services: ChatServices,
): void {
  const at = (endpoint: { path: string }) => `${prefix}${endpoint.path}`;
  const e = endpoints;
  addRoute(app, at(e.createJob), e.createJob, authenticate, createJob(services));
  const { models, circuits } = services;
  addRoute(app, at(e.listProviders), e.listProviders, authenticate, listProvidersHandler(models, circuits));
}
