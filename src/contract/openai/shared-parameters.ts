import { type Static, Type } from 'typebox';
import { largestInteger, limits } from '../limits.ts';
import { open } from '../resources.ts';
import { contextLimits } from '../shared/context-limits.ts';
import { completionParameters } from './parameters.ts';

const place = (which: string) =>
  Type.Integer({ description: `The ${which} of the mark in the text, in characters.` });

/** A source that a mark of the answer cites, where its document has an address. */
export const UrlCitation = Type.Object(
  { url: Type.String(), title: Type.String(), start_index: place('start'), end_index: place('end') },
  open,
);
export type UrlCitation = Static<typeof UrlCitation>;

/** Not checked with the shape: unsupported values are refused by name later. */
const anything = Type.Optional(Type.Unknown());

/** Accepted without effect. */
export const ignoredParameters = Object.fromEntries(
  completionParameters.ignored.map((name) => [name, anything]),
);

const OpenAiMetadata = Type.Object(
  {
    conversation_uuid: Type.Optional(
      Type.String({
        description:
          'A conversation of the end user that the request continues. Its stored messages are used, and only the last one of those sent.',
      }),
    ),
    deep_dive: Type.Optional(Type.Enum(['true', 'false'], { description: '`"true"` asks for a Deep Dive.' })),
    facts: Type.Optional(
      Type.String({
        description: `A JSON object with what the model is told about the end user, as \`context.facts\` of \`POST /v1/stream\`: ${contextLimits.facts.bytes} bytes at most.`,
      }),
    ),
  },
  { ...open, description: 'Other members are accepted and have no effect.' },
);

/** The older name, for clients that know no other. */
const olderName = (name: string) => ({ description: `As \`${name}\`, which takes precedence.` });

export const answerTokens = (words = {}) =>
  Type.Optional(Type.Integer({ minimum: 1, maximum: largestInteger, ...words }));

/** The parameters that decide about the turn, and not about its messages. */
export const sharedParameters = {
  model: Type.String({ minLength: 1, maxLength: 64, description: 'The slug of an agent.' }),
  store: Type.Optional(
    Type.Boolean({
      description: `\`true\` keeps and lists the conversation. Without it, the conversation is not listed and is erased after ${limits.unlistedDays} days.`,
    }),
  ),
  metadata: Type.Optional(OpenAiMetadata),
  safety_identifier: Type.Optional(
    Type.String({ description: 'The end user. It takes precedence over `user`.' }),
  ),
  user: Type.Optional(Type.String({ description: 'The end user.' })),
  max_completion_tokens: answerTokens({
    description:
      'The maximum number of tokens in the answer, including its reasoning. The model may have a lower limit.',
  }),
  max_tokens: answerTokens(olderName('max_completion_tokens')),
  service_tier: Type.Optional(
    Type.String({ description: '`priority` asks for priority; no other value has an effect.' }),
  ),
};
