import { limits } from '#contract/limits.ts';
import { isObject } from '#contract/schemas/is-object.ts';
import { withoutInvisible } from '#core/prompt/fence.ts';
import { isDeep } from '#core/tools/tool-definition.ts';

type Members = Readonly<Record<string, unknown>>;

/** The most objects and lists within each other that a model is told. */
const mostLevels = 64;

/** The text of a result for a model; null where it has none. */
export function textOfResult({ content, structuredContent }: Members): string | null {
  if (!Array.isArray(content)) return null;
  const parts = content.map(textOfPart);
  const hasText = content.some((part) => isObject(part) && part['type'] === 'text');
  if (!hasText && structuredContent !== undefined) {
    if (isDeep(structuredContent, mostLevels)) return null;
    parts.push(JSON.stringify(structuredContent));
  }
  return keptOf(parts.filter((part) => part !== '').join('\n'));
}

/** Nothing is fetched: a model reads the name of what it cannot be shown. */
function textOfPart(part: unknown): string {
  if (!isObject(part)) return '';
  const { type, text, name, uri, mimeType, resource } = part;
  switch (type) {
    case 'text':
      return textIn(text);
    case 'resource_link':
      return `[${textIn(name)}: ${textIn(uri)}]`;
    case 'resource':
      return isObject(resource) && typeof resource['text'] === 'string' ? resource['text'] : '[a resource]';
    default:
      return `[${textIn(type)}${typeof mimeType === 'string' ? `: ${mimeType}` : ''}]`;
  }
}

/** What a server sends in place of a text may be something that cannot be made one. */
function textIn(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The beginning and the end of a long text, as the database takes it, without what a person would not see in it. */
export function keptOf(text: string): string {
  const clean = withoutInvisible(text.toWellFormed()).replaceAll('\0', '\ufffd');
  const bytes = Buffer.from(clean);
  const most = limits.toolResultBytes.kept;
  if (bytes.length <= most) return clean;
  const half = Math.floor((most - 64) / 2);
  const head = bytes
    .subarray(0, half)
    .toString('utf8')
    .replace(/\ufffd$/, '');
  const tail = bytes
    .subarray(-half)
    .toString('utf8')
    .replace(/^\ufffd+/, '');
  return `${head}\n[${bytes.length - 2 * half} bytes are left out]\n${tail}`;
}
