import { describeChange } from '#contract/audit/describe-change.ts';
import { quotaDimensions } from '#contract/quota.ts';
import { localDate } from '../../shared/dates.ts';
import { commonText } from '../../shared/text/common-text.ts';
import { formatNumber } from '../../shared/text/format.ts';
import { type AuditText, wordIn } from './audit-words.ts';

type Members = Readonly<Record<string, unknown>> | null;

/** What an entry of the audit log changed, in the reader's words. */
export function describeEntry(before: Members, after: Members, text: AuditText): string {
  return describeChange(shown(before), before === null ? withoutEmpty(shown(after)) : shown(after), {
    nothing: text.nothing,
    // Unlike brackets, an arrow keeps its direction where lines run to the left.
    arrow: document.documentElement.dir === 'rtl' ? '←' : '→',
    nameOf: (member) => nameOf(member, text),
    wordsOf: (member, value) => wordsOf(member, value, text),
  });
}

/** Without what means nothing to people: the entry names its subject, and an image is not recognised by its hash. */
function shown(members: Members): Members {
  if (members === null) return null;
  const { id, sha256, ...others } = members;
  return others;
}

/** What is new has more members than it uses. */
function withoutEmpty(members: Members): Members {
  const used = Object.entries(members ?? {}).filter(([, value]) => value !== null && value !== '');
  return Object.fromEntries(used);
}

function nameOf(member: string, { members }: AuditText): string {
  return wordIn(members, member) ?? member;
}

/** Null: the value is shown as it is. */
function wordsOf(member: string, value: unknown, text: AuditText): string | null {
  if (typeof value === 'boolean') return value ? text.yes : text.no;
  if (typeof value === 'number') return formatNumber(value);
  if (Array.isArray(value)) return value.join(', ');
  if (typeof value === 'object' && value !== null) {
    return member === 'user_limits' ? limitsIn(value, text) : partsOf(value, text);
  }
  if (typeof value !== 'string') return null;
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) return localDate(value);
  return wordIn(text.values[member], value) ?? null;
}

function limitsIn(value: object, { noLimit }: AuditText): string {
  const limits = new Map<string, unknown>(Object.entries(value));
  const parts = quotaDimensions.map((name) => {
    const limit = limits.get(name);
    return `${commonText.dimensions[name]} ${typeof limit === 'number' ? formatNumber(limit) : noLimit}`;
  });
  return parts.join(', ');
}

function partsOf(value: object, text: AuditText): string {
  const parts = Object.entries(value).map(([name, part]: [string, unknown]) => {
    const words = part === null || part === '' ? text.nothing : (wordsOf(name, part, text) ?? String(part));
    return `${nameOf(name, text)} ${words}`;
  });
  return parts.join(', ');
}
