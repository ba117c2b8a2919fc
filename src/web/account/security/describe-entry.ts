import { describeChange } from '#contract/audit/describe-change.ts';
import { quotaDimensions } from '#contract/quota.ts';
import { localDate } from '../../shared/dates.ts';
import { formatNumber } from '../../shared/text/format.ts';
import { laterWords, words } from '../text/words.ts';

type Members = Readonly<Record<string, unknown>> | null;

/** What an entry of the audit log changed, in the reader's words. */
export function describeEntry(before: Members, after: Members): string {
  const { members, security } = laterWords();
  return describeChange(shown(before), shown(after), {
    nothing: security.nothing,
    // Unlike brackets, an arrow keeps its direction where lines run to the left.
    arrow: document.documentElement.dir === 'rtl' ? '←' : '→',
    nameOf: (member) => wordIn(members, member) ?? member,
    wordsOf,
  });
}

/** Without what means nothing to people: the entry names its subject, and an image is not recognised by its hash. */
function shown(members: Members): Members {
  if (members === null) return null;
  const { id, sha256, ...others } = members;
  return others;
}

/** Null: the value is shown as it is. */
function wordsOf(member: string, value: unknown): string | null {
  const { security } = laterWords();
  if (typeof value === 'boolean') return value ? security.yes : security.no;
  if (typeof value === 'number') return formatNumber(value);
  if (Array.isArray(value)) return value.join(', ');
  if (member === 'user_limits') return limitsIn(value);
  if (typeof value !== 'string') return null;
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) return localDate(value);
  return wordIn(namesOf(member), value) ?? null;
}

function limitsIn(value: unknown): string | null {
  if (typeof value !== 'object' || value === null) return null;
  const limits = new Map<string, unknown>(Object.entries(value));
  const shown = quotaDimensions.map((name) => {
    const limit = limits.get(name);
    const most = typeof limit === 'number' ? formatNumber(limit) : words().subscription.noLimit;
    return `${words().dimensions[name]} ${most}`;
  });
  return shown.join(', ');
}

/** The words for the values of a member that has only a few. */
function namesOf(member: string): Readonly<Record<string, string>> {
  const { brand, security, webhooks } = laterWords();
  switch (member) {
    case 'subscription_status':
      return words().subscription.statuses;
    case 'password_by':
      return security.passwordBy;
    case 'disabled_reason':
      return { gone: webhooks.gone, failing: webhooks.failed };
    case 'radius':
      return brand.radii;
    case 'font':
      return brand.fonts;
    case 'density':
      return brand.densities;
    default:
      return {};
  }
}

function wordIn(known: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(known, name) ? known[name] : undefined;
}
