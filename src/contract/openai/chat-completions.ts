import { type Static, Type } from 'typebox';
import { limits } from '../limits.ts';
import { oneOf, open } from '../resources.ts';
import { ignoredParameters, sharedParameters, UrlCitation } from './shared-parameters.ts';

const ChatMessage = Type.Object(
  {
    role: Type.String({ description: '`user`, `assistant`, `system` or `developer`.' }),
    content: Type.Optional(
      Type.Unknown({ description: 'Text, or a list of parts of the type `text`. Other parts are refused.' }),
    ),
  },
  { ...open, description: 'Other members are accepted and have no effect; `tool_calls` are refused.' },
);

export const ChatCompletionRequest = Type.Object(
  {
    ...sharedParameters,
    messages: Type.Array(ChatMessage, {
      minItems: 1,
      description: `The last one is the end user’s. Earlier ones are stored in the new conversation: ${limits.importedMessages.toLocaleString('en')} at most.`,
    }),
    stream: Type.Optional(Type.Boolean()),
    stream_options: Type.Optional(
      Type.Object(
        {
          include_usage: Type.Optional(Type.Boolean({ description: 'Adds a chunk with the token counts.' })),
        },
        open,
      ),
    ),
    ...ignoredParameters,
  },
  open,
);
export type ChatCompletionRequest = Static<typeof ChatCompletionRequest>;

export const CompletionUsage = Type.Object(
  { prompt_tokens: Type.Integer(), completion_tokens: Type.Integer(), total_tokens: Type.Integer() },
  open,
);
export type CompletionUsage = Static<typeof CompletionUsage>;

/** OpenAI's metadata, whose values are texts. */
export const AnswerMetadata = Type.Object(
  {
    conversation_uuid: Type.String({ format: 'uuid' }),
    ai_generated: Type.Literal('true', { description: '`true`: a model wrote the answer.' }),
  },
  open,
);

const finishReasons = ['stop', 'length'] as const;

const annotations = Type.Optional(
  Type.Array(
    Type.Object(
      {
        type: Type.Literal('url_citation', { description: 'Always `url_citation`.' }),
        url_citation: Type.Object(UrlCitation.properties, { ...open, description: 'What the mark cites.' }),
      },
      open,
    ),
    {
      description: 'One for each mark that cites a document with an address; absent without any.',
    },
  ),
);

export const ChatCompletion = Type.Object(
  {
    id: Type.String({ description: '`chatcmpl-` and the uuid of the job.' }),
    object: Type.Literal('chat.completion'),
    created: Type.Integer({ description: 'Seconds since 1970.' }),
    model: Type.String(),
    system_fingerprint: Type.Null(),
    choices: Type.Array(
      Type.Object(
        {
          index: Type.Integer(),
          message: Type.Object(
            { role: Type.Literal('assistant'), content: Type.String(), refusal: Type.Null(), annotations },
            open,
          ),
          logprobs: Type.Null(),
          finish_reason: oneOf(finishReasons),
        },
        open,
      ),
    ),
    usage: CompletionUsage,
    service_tier: Type.String(),
    metadata: AnswerMetadata,
  },
  open,
);
export type ChatCompletion = Static<typeof ChatCompletion>;

/** One piece of a streamed answer. */
export const ChatCompletionChunk = Type.Object(
  {
    id: Type.String(),
    object: Type.Literal('chat.completion.chunk'),
    created: Type.Integer(),
    model: Type.String(),
    system_fingerprint: Type.Null(),
    service_tier: Type.String(),
    choices: Type.Array(
      Type.Object(
        {
          index: Type.Integer(),
          delta: Type.Object(
            {
              role: Type.Optional(Type.Literal('assistant')),
              content: Type.Optional(Type.String()),
              annotations,
            },
            open,
          ),
          finish_reason: Type.Union([oneOf(finishReasons), Type.Null()]),
        },
        open,
      ),
    ),
    usage: Type.Optional(Type.Union([CompletionUsage, Type.Null()])),
    metadata: Type.Optional(AnswerMetadata),
  },
  open,
);
export type ChatCompletionChunk = Static<typeof ChatCompletionChunk>;
