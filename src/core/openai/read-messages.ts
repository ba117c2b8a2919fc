import type { SystemMessageMode } from '#contract/closed-sets.ts';
import { limits } from '#contract/limits.ts';
import type { MessageRole } from '#contract/resources.ts';
import { errors } from '../errors.ts';
import { joinBlocks } from '../prompt/join-blocks.ts';
import { checkText } from '../shared/check-text.ts';
import { newId } from '../shared/new-id.ts';
import type { HistoryMessage } from '../turn/turn.ts';

/** A message as it was sent. */
export interface SentMessage {
  readonly role: string;
  readonly content?: unknown;
}

export interface ReadMessages {
  readonly prompt: string;
  /** The messages before the prompt, oldest first. */
  readonly earlier: readonly HistoryMessage[];
  /** What the system and developer messages say; empty without any. */
  readonly instructions: string;
}

const roles = 'user, assistant, system or developer';
const systemRoles: readonly string[] = ['system', 'developer'];

interface Said {
  readonly role: MessageRole;
  readonly content: string;
}

interface Reading {
  readonly mode: SystemMessageMode;
  /** Its conversation is stored, so that of the messages said before the last one none is read. */
  readonly isFollowUp: boolean;
  /** The parameter that holds the messages. */
  readonly name?: 'messages' | 'input';
  /** Instructions beside the messages. */
  readonly own?: string;
}

/** Sorts the messages of a request. */
export function readMessages(
  messages: readonly SentMessage[],
  { mode, isFollowUp, name = 'messages', own = '' }: Reading,
): ReadMessages {
  // Tools with nothing but a template send their question as a system message.
  const isSystem = ({ role }: SentMessage) => messages.length > 1 && systemRoles.includes(role);
  const prompt = messages.findLastIndex((message) => !isSystem(message));
  const instructions: string[] = mode === 'append' ? [own] : [];
  const said: Said[] = [];
  for (const [index, message] of messages.entries()) {
    if (isFollowUp && index < prompt && !isSystem(message)) continue;
    const pointer = `/${name}/${index}`;
    if (name === 'input') requireMessage(message, pointer);
    refuseCalls(message, pointer);
    const role = isSystem(message) ? 'system' : roleOf(message, pointer);
    const content = textOf(message.content, `${pointer}/content`);
    checkText(content, `${pointer}/content`);
    if (role !== 'system') said.push({ role, content });
    else if (mode === 'refuse')
      throw errors.unsupportedParameter(`${pointer}/role`, 'must be user or assistant');
    else if (mode === 'append') instructions.push(content.trim());
  }
  const last = said.pop();
  if (last?.role !== 'user') {
    throw errors.invalidField(`/${name}`, 'must end with a message of the user', 'role');
  }
  return { prompt: last.content, earlier: linked(said), instructions: joined(instructions, `/${name}`) };
}

/** Items of a response's input have types. */
function requireMessage(item: SentMessage, pointer: string): void {
  const type: unknown = Reflect.get(item, 'type');
  if (type !== undefined && type !== null && type !== 'message') {
    throw errors.unsupportedParameter(`${pointer}/type`, 'must be message or absent');
  }
}

/** A message that calls a tool is refused, whatever its role. */
function refuseCalls(message: SentMessage, pointer: string): void {
  for (const member of ['tool_calls', 'function_call', 'audio']) {
    const value: unknown = Reflect.get(message, member);
    const isEmpty = value === undefined || value === null || (Array.isArray(value) && value.length === 0);
    if (!isEmpty) throw errors.unsupportedParameter(`${pointer}/${member}`);
  }
}

/** The role in a conversation of a message that is not one of several with instructions. */
function roleOf({ role }: SentMessage, pointer: string): MessageRole {
  if (role === 'assistant') return role;
  if (role === 'user' || systemRoles.includes(role)) return 'user';
  throw errors.unsupportedParameter(`${pointer}/role`, `must be ${roles}`);
}

function joined(instructions: readonly string[], pointer: string): string {
  const text = joinBlocks(instructions);
  if (text.length > limits.systemCharacters && [...text].length > limits.systemCharacters) {
    const most = `system messages must have at most ${limits.systemCharacters} characters together`;
    throw errors.invalidField(pointer, most, 'maxLength');
  }
  return text;
}

/** Each first answer belongs to the question before it. Messages without text say nothing. */
function linked(said: readonly Said[]): HistoryMessage[] {
  let question: string | null = null;
  return said
    .filter(({ content }) => content.trim() !== '')
    .map(({ role, content }) => {
      const id = newId();
      const replyTo = role === 'assistant' ? question : null;
      question = role === 'user' ? id : null;
      return { id, role, content, replyTo };
    });
}

const textTypes: readonly unknown[] = ['text', 'input_text', 'output_text'];

/** The text of a message: a string, or parts that are all text. An assistant that called a tool may have none. */
function textOf(content: unknown, pointer: string): string {
  if (content === undefined || content === null) return '';
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) throw errors.invalidField(pointer, 'must be text, or a list of parts', 'type');
  const parts: readonly unknown[] = content;
  return parts.map((part, index) => textOfPart(part, `${pointer}/${index}`)).join('');
}

function textOfPart(part: unknown, pointer: string): string {
  if (typeof part !== 'object' || part === null) {
    throw errors.invalidField(pointer, 'must be a part with a type', 'type');
  }
  const [type, text, refusal] = ['type', 'text', 'refusal'].map((name): unknown => Reflect.get(part, name));
  if (type === 'refusal' && typeof refusal === 'string') return refusal;
  if (!textTypes.includes(type))
    throw errors.unsupportedParameter(`${pointer}/type`, 'must be text: nothing else is read');
  if (typeof text !== 'string') throw errors.invalidField(`${pointer}/text`, 'must be a string', 'type');
  return text;
}
