import type { AuditEntryResource } from '#contract/audit/audit-entry.ts';
import { describeChange, plainWords } from '#contract/audit/describe-change.ts';
import { localDate } from '../../shared/dates.ts';
import { addressOf } from '../state/route.ts';
import { auditWords as text } from '../text/audit-words.ts';
import { actorName } from './actor-name.ts';

/** Changes, each with its author and the values before and after. */
export function AuditEntries({ entries }: { readonly entries: readonly AuditEntryResource[] }) {
  if (entries.length === 0) return <p class="empty">{text.none}</p>;
  return (
    <ul class="audit">
      {entries.map((entry) => (
        <li key={entry.id}>
          <p class="note">
            <time dateTime={entry.at}>{localDate(entry.at)}</time>
            <span dir="auto" title={entry.actor}>
              {actorName(entry.actor, entry.actor_email)}
            </span>
          </p>
          <p>
            <code>{entry.action}</code>{' '}
            {entry.client !== null && (
              <a href={addressOf('partners', entry.client, { tab: 'audit' })}>{entry.client}</a>
            )}{' '}
            {entry.subject !== entry.client && (
              <span dir="auto" title={entry.subject}>
                {entry.subject_email ?? entry.subject}
              </span>
            )}
          </p>
          <p class="change" dir="auto">
            {describeChange(entry.before, entry.after, plainWords(text.nothing))}
          </p>
        </li>
      ))}
    </ul>
  );
}
