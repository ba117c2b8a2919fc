import type { AuditEntryResource } from '#contract/audit/audit-entry.ts';
import { AuditList } from '../../administration/audit/audit-list.tsx';
import { actorName } from '../components/actor-name.ts';
import { addressOf } from '../state/route.ts';
import { auditWords } from '../text/audit-words.ts';
import { auditText } from './audit-text.ts';

/** Changes in words; the names that the filters and the API use stand beside them. */
export function AuditEntries({ entries }: { readonly entries: readonly AuditEntryResource[] }) {
  if (entries.length === 0) return <p class="empty">{auditWords.none}</p>;
  return (
    <AuditList
      entries={entries}
      text={auditText}
      authorOf={({ actor, actor_email: email }) => (
        <span dir="auto" title={actor}>
          {actorName(actor, email)}
        </span>
      )}
      subjectOf={(entry) => (
        <>
          <Subject entry={entry} /> <code class="faint">{entry.action}</code>
        </>
      )}
    />
  );
}

function Subject({ entry }: { readonly entry: AuditEntryResource }) {
  const { client, subject, subject_email: email } = entry;
  return (
    <>
      {client !== null && <a href={addressOf('partners', client, { tab: 'audit' })}>{client}</a>}{' '}
      {subject !== client && (
        <span dir="auto" title={subject}>
          {email ?? subject}
        </span>
      )}
    </>
  );
}
