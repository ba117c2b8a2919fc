import type { openAiEndpoints } from '#contract/openai/endpoints.ts';
import { ParleyError } from '#core/errors.ts';
import { openAiErrors } from '#core/openai/openai-errors.ts';
import { presentModel, presentModels } from '#core/openai/present-models.ts';
import type { Handler } from '../routing/call.ts';

export function listModels(): Handler<typeof openAiEndpoints.listModels> {
  return async ({ caller }) => ({ body: { object: 'list', data: presentModels(caller.client) } });
}

export function getModel(): Handler<typeof openAiEndpoints.getModel> {
  return async ({ caller, params }) => {
    const model = params['model'] ?? '';
    return { body: await namingModel(model, async () => presentModel(caller.client, model)) };
  };
}

/** Names the model where a request is refused because of it: tools show their users nothing but the message. */
export async function namingModel<T>(model: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isUnknown = error instanceof ParleyError && error.code === 'agent_not_allowed';
    throw isUnknown ? openAiErrors.modelNotFound(model) : error;
  }
}
