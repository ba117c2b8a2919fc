import type { openAiEndpoints } from '#contract/openai/endpoints.ts';
import { presentModel, presentModels } from '#core/openai/present-models.ts';
import type { Handler } from '../routing/call.ts';
import { namingModel } from './unknown-model.ts';

export function listModels(): Handler<typeof openAiEndpoints.listModels> {
  return async ({ caller }) => ({ body: { object: 'list', data: presentModels(caller.client) } });
}

export function getModel(): Handler<typeof openAiEndpoints.getModel> {
  return async ({ caller, params }) => {
    const model = params['model'] ?? '';
    return { body: await namingModel(model, async () => presentModel(caller.client, model)) };
  };
}
