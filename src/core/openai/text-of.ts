import { errors } from '../errors.ts';

const textTypes: readonly unknown[] = ['text', 'input_text', 'output_text'];

/** The text of a message: a string, or parts that are all text. An assistant that called a tool may have none. */
export function textOf(content: unknown, pointer: string): string {
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
