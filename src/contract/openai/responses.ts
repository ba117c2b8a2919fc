import { type Static, Type } from 'typebox';
import { Nullable, oneOf, open } from '../resources.ts';
import { AnswerMetadata } from './chat-completions.ts';
import { answerTokens, ignoredParameters, sharedParameters, UrlCitation } from './shared-parameters.ts';

const responseStatuses = ['queued', 'in_progress', 'completed', 'incomplete', 'failed', 'cancelled'] as const;

const InputItem = Type.Object(
  {
    type: Type.Optional(Type.String({ description: '`message`, the default.' })),
    role: Type.Optional(Type.String({ description: '`user`, `assistant`, `system` or `developer`.' })),
    content: Type.Optional(Type.Unknown({ description: 'Text, or a list of parts of text.' })),
  },
  open,
);

export const ResponseRequest = Type.Object(
  {
    ...sharedParameters,
    input: Type.Union([Type.String(), Type.Array(InputItem, { minItems: 1 })], {
      description: 'The question, or messages of which the last one is the end user’s.',
    }),
    instructions: Type.Optional(Type.String({ description: 'As a system message before the others.' })),
    max_output_tokens: answerTokens({
      description:
        'The maximum number of tokens in the answer. It takes precedence over the names that chat completions have for it.',
    }),
    previous_response_id: Type.Optional(
      Type.String({ description: 'A response of the end user; this one continues its conversation.' }),
    ),
    conversation: Type.Optional(
      Type.Union([Type.String(), Type.Object({ id: Type.String() }, open)], {
        description: '`conv_` and the uuid of a conversation of the end user to continue.',
      }),
    ),
    background: Type.Optional(
      Type.Boolean({ description: 'Queues the answer: read it later, at `GET /responses/{id}`.' }),
    ),
    stream: Type.Optional(Type.Boolean()),
    text: Type.Optional(
      Type.Object({ format: Type.Optional(Type.Object({ type: Type.String() }, open)) }, open),
    ),
    ...ignoredParameters,
  },
  open,
);
export type ResponseRequest = Static<typeof ResponseRequest>;

const Annotation = Type.Object(
  {
    type: Type.Literal('url_citation', { description: 'Always `url_citation`.' }),
    ...UrlCitation.properties,
  },
  open,
);

const OutputText = Type.Object(
  {
    type: Type.Literal('output_text'),
    text: Type.String(),
    annotations: Type.Array(Annotation, {
      description: 'One for each mark that cites a document with an address.',
    }),
    logprobs: Type.Array(Type.Unknown()),
  },
  open,
);

const OutputMessage = Type.Object(
  {
    id: Type.String({ description: '`msg_` and the uuid of the message.' }),
    type: Type.Literal('message'),
    role: Type.Literal('assistant'),
    status: oneOf(['in_progress', 'completed', 'incomplete']),
    content: Type.Array(OutputText),
  },
  open,
);
export type OutputMessage = Static<typeof OutputMessage>;

const ResponseUsage = Type.Object(
  {
    input_tokens: Type.Integer(),
    input_tokens_details: Type.Object({ cached_tokens: Type.Integer() }, open),
    output_tokens: Type.Integer(),
    output_tokens_details: Type.Object({ reasoning_tokens: Type.Integer() }, open),
    total_tokens: Type.Integer(),
  },
  open,
);

const about = (description: string) => ({ description });
const byDefault = { description: 'Always the default of OpenAI’s API: the agent decides.' };
const none = Type.Null(byDefault);

/** Members that clients expect, and that have no meaning here. */
const constantMembers = {
  ...{ reasoning: none, user: none, safety_identifier: none, max_tool_calls: none, prompt_cache_key: none },
  store: Type.Boolean(byDefault),
  temperature: Type.Number(byDefault),
  top_p: Type.Number(byDefault),
  presence_penalty: Type.Number(byDefault),
  frequency_penalty: Type.Number(byDefault),
  top_logprobs: Type.Integer(byDefault),
  parallel_tool_calls: Type.Boolean(byDefault),
  tool_choice: Type.String(byDefault),
  tools: Type.Array(Type.Unknown(), byDefault),
  truncation: Type.String(byDefault),
  text: Type.Object({ format: Type.Object({ type: Type.String(byDefault) }, open) }, open),
};

export const ResponseResource = Type.Object(
  {
    id: Type.String({ description: '`resp_` and the uuid of the job.' }),
    object: Type.Literal('response'),
    created_at: Type.Integer({ description: 'Seconds since 1970.' }),
    completed_at: Nullable(Type.Integer()),
    status: oneOf(responseStatuses),
    background: Type.Boolean(),
    error: Nullable(Type.Object({ code: Type.String(), message: Type.String() }, open)),
    incomplete_details: Nullable(Type.Object({ reason: Type.String() }, open)),
    model: Type.String(),
    output: Type.Array(OutputMessage, { description: 'Empty until the answer has ended.' }),
    conversation: Type.Object({ id: Type.String() }, open),
    usage: Nullable(ResponseUsage),
    service_tier: Type.String(),
    metadata: AnswerMetadata,
    instructions: Nullable(
      Type.String({ description: 'The instructions of the request, its system messages included.' }),
    ),
    previous_response_id: Nullable(Type.String({ description: 'As the request named it.' })),
    max_output_tokens: Nullable(
      Type.Integer({
        description: 'The maximum number of tokens in the answer, where the request limits them.',
      }),
    ),
    ...constantMembers,
  },
  open,
);
export type ResponseResource = Static<typeof ResponseResource>;

/** One event of a streamed response; its type says which members it has. */
export const ResponseEvent = Type.Object(
  {
    type: Type.String({ description: '`response.created`, `response.output_text.delta` and others.' }),
    sequence_number: Type.Integer(),
    response: Type.Optional(ResponseResource),
    item: Type.Optional(OutputMessage),
    part: Type.Optional(OutputText),
    item_id: Type.Optional(Type.String(about('The message that the event is about.'))),
    output_index: Type.Optional(Type.Integer(about('Always 0.'))),
    content_index: Type.Optional(Type.Integer(about('Always 0.'))),
    annotation: Type.Optional(
      Type.Object(Annotation.properties, { ...open, ...about('What a mark cites.') }),
    ),
    annotation_index: Type.Optional(Type.Integer(about('Its place among the annotations.'))),
    delta: Type.Optional(Type.String(about('New text.'))),
    text: Type.Optional(Type.String(about('The whole text.'))),
    logprobs: Type.Optional(Type.Array(Type.Unknown(), about('Always empty.'))),
  },
  open,
);
