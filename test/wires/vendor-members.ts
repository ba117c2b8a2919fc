import type { Anthropic } from '#vendors/anthropic.ts';
import type {
  Content,
  GenerateContentResponse,
  GenerationConfig,
  Tool,
  ToolConfig,
} from '#vendors/google-genai.ts';
import type { OpenAI } from '#vendors/openai.ts';
import type { Event, Message } from '#wires/anthropic.ts';
import type { Chunk as GeminiChunk } from '#wires/gemini.ts';
import type { Chunk as OpenAiChunk } from '#wires/openai.ts';
import type { Event as ResponseEvent } from '#wires/openai-responses.ts';

/** What each wire sends, in the types of its vendor's package. */
export interface Sent {
  readonly openai: OpenAI.Chat.Completions.ChatCompletionCreateParamsStreaming;
  readonly 'openai-responses': OpenAI.Responses.ResponseCreateParamsStreaming;
  readonly anthropic: Anthropic.MessageCreateParamsStreaming;
  /** The package has methods with parameters of their own, which it writes as these. */
  readonly gemini: WithoutEnums<{
    systemInstruction?: Content;
    generationConfig?: GenerationConfig;
    tools?: Tool[];
    toolConfig?: ToolConfig;
    contents: Content[];
  }>;
}

/** The package has enums, whose names the documentation of the vendor writes in small letters, too. */
type WithoutEnums<T> = T extends string
  ? string
  : T extends (infer Item)[]
    ? WithoutEnums<Item>[]
    : T extends object
      ? { [Name in keyof T]: WithoutEnums<T[Name]> }
      : T;

/** The members that each wire reads, and that its vendor's package does not know: none. */
export interface ReadFromOthers {
  readonly openai: Exclude<
    Foreign<
      OpenAiChunk,
      OpenAI.Chat.Completions.ChatCompletionChunk | OpenAI.Chat.Completions.ChatCompletion
    >,
    // What compatible servers add, and an error in the middle of a stream.
    'reasoning' | 'reasoning_content' | 'error'
  >;
  // What servers that follow the vendor put an error into.
  readonly 'openai-responses': Exclude<Foreign<ResponseEvent, OpenAI.Responses.ResponseStreamEvent>, 'error'>;
  readonly anthropic:
    | Foreign<Event, Anthropic.RawMessageStreamEvent | Anthropic.ErrorResponse>
    | Foreign<Message, Anthropic.Message | Anthropic.ErrorResponse>;
  readonly gemini: Exclude<Foreign<GeminiChunk, GenerateContentResponse>, 'error'>;
}

/** The names of members of `Ours`, at any depth, that no variant of `Theirs` has at that place. */
export type Foreign<Ours, Theirs> = ForeignIn<NonNullable<Ours>, NonNullable<Theirs>>;

type ForeignIn<Ours, Theirs> = Ours extends readonly (infer Item)[]
  ? Foreign<Item, ItemOf<Theirs>>
  : Ours extends object
    ? { [Name in keyof Ours]-?: ForeignAt<Name, Ours[Name], Theirs> }[keyof Ours]
    : never;

type ForeignAt<Name, Value, Theirs> = Name extends KeyOf<Theirs> ? Foreign<Value, At<Theirs, Name>> : Name;

type ItemOf<T> = T extends readonly (infer Item)[] ? Item : never;
type KeyOf<T> = T extends unknown ? keyof T : never;
type At<T, Name> = T extends unknown ? (Name extends keyof T ? T[Name] : never) : never;
