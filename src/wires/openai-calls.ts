import type { AskedCalls, ModelMessage, ModelStep, ToolDefinition } from '#core/models/model-provider.ts';
import { argumentsOf, identified, type NativeMessage } from './native-message.ts';
import { isStrict } from './strict-schema.ts';
import { resultsInOrder, textOfMessage } from './wire.ts';
import { isJsonObject, type JsonObject, textOf } from './wire-json.ts';

/** The type of every call, also where a server leaves it out. */
const type = 'function';

export function toolOf({ name, description, schema }: ToolDefinition, isVendors: boolean): object {
  const strict = isVendors && isStrict(schema) && { strict: true };
  return { type, function: { name, description, parameters: withMembers(schema), ...strict } };
}

/** The vendor refuses a schema that does not say which members it has. */
export function withMembers(schema: ToolDefinition['schema']): object {
  return { properties: {}, ...schema };
}

export function messagesOf(message: ModelMessage | ModelStep): readonly unknown[] {
  if (message.role !== 'step') return [{ role: message.role, content: textOfMessage(message) }];
  const results = resultsInOrder(message).map(({ call, result }) => ({
    role: 'tool',
    tool_call_id: call.id,
    content: result.text,
  }));
  return [message.native, ...results];
}

/** The first part is the message, and the others its calls. No delta has two parts of one call. */
export function keepPart(native: NativeMessage, part: { readonly tool_calls?: unknown }): void {
  const { tool_calls: calls, ...members } = part;
  native.merge(native.parts[0] ?? native.keep({}), members);
  const met = new Set<JsonObject>();
  for (const call of Array.isArray(calls) ? calls : []) {
    if (!isJsonObject(call)) continue;
    const { index, ...delta } = call;
    const known = knownCall(native, index, call);
    const isMore = known !== undefined && !met.has(known);
    const kept = isMore ? known : native.keep({ type }, numberOf(index) ?? native.parts.length - 1);
    met.add(kept);
    native.merge(kept, delta);
  }
}

/** Some servers count all calls as the first, and some not at all: a new id or name is a new call. */
function knownCall(native: NativeMessage, index: unknown, delta: JsonObject): JsonObject | undefined {
  const known = native.at(numberOf(index) ?? native.parts.length - 2);
  const isOther = (before: unknown, now: unknown) =>
    textOf(before) !== '' && textOf(now) !== '' && before !== now;
  if (known === undefined || isOther(known['id'], delta['id'])) return undefined;
  const nameIn = (call: JsonObject) => membersOf(call['function'])['name'];
  return isOther(nameIn(known), nameIn(delta)) ? undefined : known;
}

function numberOf(index: unknown): number | null {
  return typeof index === 'number' ? index : null;
}

function membersOf(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}

export function readCalls({ parts: [message, ...asked] }: NativeMessage): AskedCalls | null {
  if (asked.length === 0) return null;
  const calls = asked.map((part) => {
    const { name, arguments: given } = membersOf(part['function']);
    return { id: identified(part, 'id'), name: textOf(name), arguments: argumentsOf(given) };
  });
  return { calls, native: { role: 'assistant', ...message, tool_calls: asked } };
}
