import { type Static, Type } from 'typebox';
import { guidanceChoices } from './closed-sets.ts';
import { lanes } from './jobs.ts';
import { contextLimits } from './shared/context-limits.ts';

/** Requests refuse unknown members, because a typo in a paid option must not pass silently. */
export const strict = { additionalProperties: false } as const;

/** What happens when the last reader of an answer leaves. */
export const disconnectChoices = ['cancel', 'continue'] as const;
export type OnDisconnect = (typeof disconnectChoices)[number];

/** What happens when the conversation is already answering. */
export const busyChoices = ['reject', 'interrupt', 'queue'] as const;
export type IfBusy = (typeof busyChoices)[number];

export const ChatOptions = Type.Object(
  {
    detailed_response: Type.Optional(Type.Boolean({ description: 'Deep Dive on a first send.' })),
    think_harder_retry: Type.Optional(
      Type.Boolean({ description: 'A Deep Dive into the last question; the answer is another version.' }),
    ),
    regenerate: Type.Optional(
      Type.Boolean({ description: 'Answers the last question again; the answer is another version.' }),
    ),
    replaces: Type.Optional(
      Type.String({
        format: 'uuid',
        description:
          'A question of the conversation that the prompt replaces: it and all messages after it are set aside.',
      }),
    ),
    priority: Type.Optional(Type.Enum([...lanes].reverse())),
    guidance: Type.Optional(
      Type.Enum([...guidanceChoices], {
        description:
          'Tries the client’s own instructions: the draft, or for comparison what is published, in a conversation that no list shows. With an API key it needs the scope `guidance`.',
      }),
    ),
    on_disconnect: Type.Optional(
      Type.Enum([...disconnectChoices], {
        description: 'What happens when the last reader of the answer disconnects.',
      }),
    ),
    if_busy: Type.Optional(
      Type.Enum([...busyChoices], {
        description: 'What happens when the conversation is already being answered; `queue` on /jobs only.',
      }),
    ),
  },
  strict,
);

const { facts, page } = contextLimits;

/** `readFacts` says more of it than a schema could. */
export const FactsMember = (bytes: number) =>
  Type.Record(Type.String(), Type.Unknown(), {
    description: `What the model is told about the end user: at most ${facts.members} members whose names are lower-case letters, digits and underscores, each a string of at most ${facts.characters} characters, a number or a boolean; ${bytes} bytes in all.`,
  });

const ChatContext = Type.Object(
  {
    external_user_id: Type.Optional(Type.String()),
    facts: Type.Optional(FactsMember(facts.bytes)),
    page: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        description: `The page that the end user has open, such as its \`url\` and \`title\`: at most ${page.members} strings, ${page.bytes} bytes in all. The model is told that it comes from a browser and is not to be trusted.`,
      }),
    ),
  },
  strict,
);

export const ChatRequest = Type.Object(
  {
    prompt: Type.Optional(Type.String({ description: '1 to 32,000 characters after trimming.' })),
    agent_slug: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
    conversation_uuid: Type.Optional(Type.String({ format: 'uuid' })),
    context: Type.Optional(ChatContext),
    options: Type.Optional(ChatOptions),
  },
  strict,
);

export type ChatRequest = Static<typeof ChatRequest>;
export type ChatOptions = Static<typeof ChatOptions>;

/** An agent that `agent_slug` may name. */
export const UsableAgent = Type.Object({
  slug: Type.String(),
  name: Type.String({ description: 'Its display name.' }),
  default: Type.Boolean({ description: 'Whether it answers new conversations that name no agent.' }),
  deep_dive: Type.Boolean({ description: 'Whether the client may ask it for a Deep Dive.' }),
});
export const UsableAgentList = Type.Object({
  ok: Type.Literal(true),
  object: Type.Literal('list'),
  data: Type.Array(UsableAgent, { description: 'By slug.' }),
});
export type UsableAgent = Static<typeof UsableAgent>;
export type UsableAgentList = Static<typeof UsableAgentList>;
