import type { AskedCalls, ModelStep, ToolDefinition } from '#core/models/model-provider.ts';
import { argumentsOf, identified, type NativeMessage } from './native-message.ts';
import { isStrict } from './strict-schema.ts';
import { resultsInOrder } from './wire.ts';
import { isJsonObject, type JsonObject, textOf } from './wire-json.ts';

/** What comes to a block of a message after its beginning. */
export interface BlockDelta {
  readonly type?: unknown;
  readonly text?: unknown;
  readonly thinking?: unknown;
  readonly signature?: unknown;
  readonly partial_json?: unknown;
  readonly citation?: unknown;
}

export function toolOf({ name, description, schema }: ToolDefinition, canBeStrict: boolean): object {
  const strict = canBeStrict && isStrict(schema) && { strict: true };
  return { name, description, input_schema: schema, ...strict };
}

/** All results stand in the one message behind the calls, in front of anything else. */
export function resultsOf(step: ModelStep): object {
  const content = resultsInOrder(step).map(({ call, result }) => ({
    type: 'tool_result',
    tool_use_id: call.id,
    content: result.text,
    ...(result.isError && { is_error: true }),
  }));
  return { role: 'user', content };
}

export function placeOf(index: unknown): number {
  return typeof index === 'number' ? index : 0;
}

/** Adds a delta to the block that began at its index. */
export function keepDelta(native: NativeMessage, index: unknown, delta: BlockDelta | null | undefined): void {
  const block = native.at(placeOf(index));
  if (block === undefined || !delta) return;
  switch (delta.type) {
    case 'text_delta':
      native.append(block, 'text', delta.text);
      break;
    case 'thinking_delta':
      native.append(block, 'thinking', delta.thinking);
      break;
    case 'signature_delta':
      native.merge(block, { signature: delta.signature });
      break;
    case 'citations_delta':
      block['citations'] ??= [];
      native.merge(block, { citations: [delta.citation] });
      break;
    case 'input_json_delta':
      // The block began with an empty object in this place.
      native.append(block, 'input', delta.partial_json);
      break;
  }
}

export function readCalls({ parts }: NativeMessage): AskedCalls | null {
  const content = parts.filter(isNoBlankText);
  const calls = content
    .filter(({ type }) => type === 'tool_use')
    .map((block) => ({
      id: identified(block, 'id'),
      name: textOf(block['name']),
      arguments: argumentsOf(block['input']),
    }));
  for (const block of content) {
    if (typeof block['input'] === 'string') block['input'] = objectIn(block['input']);
  }
  return calls.length === 0 ? null : { calls, native: { role: 'assistant', content } };
}

/** The vendor refuses to read a blank text. */
function isNoBlankText({ type, text }: JsonObject): boolean {
  return type !== 'text' || textOf(text).trim() !== '';
}

/** The input of a call must be an object, also where its limit of tokens has cut it. */
function objectIn(json: string): JsonObject {
  try {
    const parsed: unknown = JSON.parse(json);
    return isJsonObject(parsed) ? parsed : {};
  } catch {
    return {};
  }
}
