import { createHash } from 'node:crypto';
import { limits } from '#contract/limits.ts';
import { isObject } from '#contract/schemas/is-object.ts';
import type { OfferedTool, ToolDefinition } from '../clients/tool-server.ts';
import { mirroredArguments } from './mirrored-arguments.ts';
import { problemOfSchema } from './tool-schema.ts';

/** Objects and lists within each other that are read of an answer. */
const mostLevels = 32;

/** The most characters of a name that every vendor takes. */
const longestName = 64;

/** The name by which a model calls a tool. A name of a server has no underscore, so two tools never share one. */
export function exposedName(serverName: string, toolName: string): string {
  return `${serverName}_${toolName}`;
}

/** Why no model can be told of a tool; null: one can. */
export function problemOfTool(serverName: string, name: string, definition: ToolDefinition): string | null {
  const exposed = exposedName(serverName, name);
  if (!/^[A-Za-z0-9_-]+$/.test(name))
    return 'Its name may have letters, digits, underscores and hyphens only.';
  if (exposed.length > longestName) {
    return `Its name may have ${longestName} characters with that of the server, and has ${exposed.length}.`;
  }
  if (bytesOfTool(serverName, name, definition) > limits.toolsOfAgent.bytes) {
    return `Its definition is longer than ${limits.toolsOfAgent.bytes} bytes.`;
  }
  if (unseen.test(JSON.stringify(definition))) return 'Its definition has characters that nobody sees.';
  const problem =
    problemOfSchema(definition.inputSchema) ?? mirroredArguments(definition.inputSchema).problem;
  return problem === null ? null : `Its schema ${problem}.`;
}

/** What a model reads and a person does not see: tags, and what turns text around. */
const unseen = /[\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/u;

/** The size of what a model is told. */
export function bytesOfTool(serverName: string, name: string, definition: ToolDefinition): number {
  const { description, inputSchema } = definition;
  return Buffer.byteLength(JSON.stringify({ name: exposedName(serverName, name), description, inputSchema }));
}

/** A tool as a server describes it, or null where that is no tool, or cannot be stored. */
export function readOfferedTool(value: unknown): OfferedTool | null {
  if (!isObject(value)) return null;
  const { name, title, description, inputSchema } = value;
  if (typeof name !== 'string' || name === '' || name.length > 128 || !isObject(inputSchema)) return null;
  const definition: ToolDefinition = {
    title: typeof title === 'string' ? title : null,
    description: typeof description === 'string' ? description : '',
    inputSchema,
  };
  if (isDeep(inputSchema, mostLevels) || hasUnstorable(JSON.stringify([name, definition]))) return null;
  return { name, definition, hash: hashOf(name, definition) };
}

/** Whether a value has more levels than that, which nothing here has to walk then. */
export function isDeep(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => isDeep(member, levels - 1));
}

/** The same members in another order are the same definition. */
function hashOf(name: string, definition: ToolDefinition): string {
  return createHash('sha256')
    .update(JSON.stringify(inOrder({ name, ...definition })))
    .digest('hex');
}

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(([name, member]): [string, unknown] => [name, inOrder(member)]);
  return Object.fromEntries(members.sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Whether JSON has an escape of NUL or of half a character, which the database does not take. */
function hasUnstorable(json: string): boolean {
  return /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f][0-9a-f]{2})/i.test(json);
}
