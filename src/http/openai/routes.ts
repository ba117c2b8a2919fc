import type { FastifyInstance } from 'fastify';
import { openAiEndpoints } from '#contract/openai/endpoints.ts';
import { type Authenticate, routeAdder } from '../routing/route.ts';
import type { TurnServices } from '../streaming/turn-services.ts';
import { createChatCompletion } from './chat-completions.ts';
import { getModel, listModels } from './models.ts';
import { cancelResponse, createResponse, getResponse } from './responses.ts';

/** The OpenAI-compatible routes, for clients that were written for OpenAI's API. */
export function addOpenAiRoutes(
  app: FastifyInstance,
  prefix: string,
  authenticate: Authenticate,
  services: TurnServices,
): void {
  const add = routeAdder(app, prefix, authenticate);
  add(openAiEndpoints.listModels, listModels());
  add(openAiEndpoints.getModel, getModel());
  add(openAiEndpoints.createChatCompletion, createChatCompletion(services));
  add(openAiEndpoints.createResponse, createResponse(services));
  add(openAiEndpoints.getResponse, getResponse(services));
  add(openAiEndpoints.cancelResponse, cancelResponse(services));
}
