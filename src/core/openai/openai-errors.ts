import { ParleyError } from '../parley-error.ts';
import { shortened } from '../shared/cut-text.ts';

/** Refusals that clients of OpenAI's API meet, beside those of every route. */
export const openAiErrors = {
  /** An agent that the key may not use, for clients to which agents are models. */
  modelNotFound: (model: string) =>
    new ParleyError(
      'agent_not_allowed',
      `There is no model ${shortened(model)} for this key: GET /models lists those that there are.`,
    ),
  /** A path that exists elsewhere. Clients of OpenAI's API show the message of a member `error`. */
  notFoundHere: (hint: string) => {
    const detail = `There is nothing at this address. ${hint}`;
    const error = { message: detail, type: 'invalid_request_error', param: null, code: 'not_found' };
    return new ParleyError('not_found', detail, { extra: { error } });
  },
  itemNotFound: (pointer: string, id: string) => {
    const detail = `There is no item with the id ${shortened(id)}.`;
    const fields = [{ pointer, code: 'message_not_found', detail }];
    return new ParleyError('message_not_found', detail, { fields });
  },
} as const;
