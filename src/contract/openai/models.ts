import { type Static, Type } from 'typebox';
import { open } from '../resources.ts';

/** An agent, as clients of OpenAI's API know a model. */
export const OpenAiModel = Type.Object(
  {
    id: Type.String({ description: 'The slug of the agent.' }),
    object: Type.Literal('model'),
    created: Type.Integer({ description: 'Seconds since 1970.' }),
    owned_by: Type.String(),
    name: Type.String({ description: 'The name of the agent.' }),
  },
  open,
);
export type OpenAiModel = Static<typeof OpenAiModel>;

export const OpenAiModelList = Type.Object(
  { object: Type.Literal('list'), data: Type.Array(OpenAiModel) },
  open,
);
export type OpenAiModelList = Static<typeof OpenAiModelList>;
