import { refusalOfArguments } from '#contract/schemas/check-arguments.ts';
import type { Facts } from '../chat-request.ts';
import { type ArgumentOf, type ArgumentSchema, fits } from './argument-schema.ts';

/** The person who asks, as Parley has signed it. Nothing that a model or a reader writes can change it. */
export interface ToolCall {
  /** The same for every request of one call: where a call must not have its effect twice, remember it. */
  readonly id: string;
  /** 1, and more where the call is sent again. */
  readonly attempt: number;
  /** Null for a try of an administrator, unless it names a person. */
  readonly externalUserId: string | null;
  /** What your backend said of the person with the question. */
  readonly facts: Facts;
  readonly agentSlug: string;
  /** Null for a try. */
  readonly conversationUuid: string | null;
  readonly jobUuid: string | null;
  /** When the person agreed to this call, as ISO 8601; null for a tool that only reads. */
  readonly confirmedAt: string | null;
  /** False for a try: change nothing then. */
  readonly livemode: boolean;
}

export interface ToolDefinition<S extends ArgumentSchema> {
  readonly name: string;
  /** Tells the model what the tool does, and when to use it. */
  readonly description: string;
  readonly inputSchema: S;
  /**
   * The result is what the model reads: a text, or a value that becomes JSON. Throw a `ToolError` for what the model
   * should be told instead; anything else that is thrown is a failure whose effect is unknown.
   */
  readonly run: (input: ArgumentOf<S>, call: ToolCall) => unknown;
}

/** A tool whose arguments are checked before it runs. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: ArgumentSchema;
  readonly run: (input: unknown, call: ToolCall) => unknown;
}

/** Something that the model can be told, such as "There is no order 17." */
export class ToolError extends Error {
  override readonly name = 'ToolError';
}

/** Types the arguments of a tool by its schema. */
export function tool<const S extends ArgumentSchema>(definition: ToolDefinition<S>): Tool {
  const { name, description, inputSchema, run } = definition;
  return {
    name,
    description,
    inputSchema,
    run: (input, call) => {
      if (!fits(inputSchema, input)) throw new ToolError(String(refusalOfArguments(inputSchema, input)));
      return run(input, call);
    },
  };
}
