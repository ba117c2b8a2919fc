import { ParleyError } from '#core/errors.ts';
import { openAiErrors } from '#core/openai/openai-errors.ts';

/** Names the model where a request is refused because of it: tools show their users nothing but the message. */
export async function namingModel<T>(model: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isUnknown = error instanceof ParleyError && error.code === 'agent_not_allowed';
    throw isUnknown ? openAiErrors.modelNotFound(model) : error;
  }
}
