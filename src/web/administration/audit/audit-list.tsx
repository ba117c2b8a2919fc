import type { ComponentChildren } from 'preact';
import type { AuditEntryResource } from '#contract/audit/audit-entry.ts';
import { localDate } from '../../shared/dates.ts';
import { type AuditText, wordIn } from './audit-words.ts';
import { describeEntry } from './describe-entry.ts';

interface AuditListProps {
  readonly entries: readonly AuditEntryResource[];
  readonly text: AuditText;
  readonly authorOf: (entry: AuditEntryResource) => ComponentChildren;
  readonly subjectOf: (entry: AuditEntryResource) => ComponentChildren;
}

/** Changes, each with its author and the values before and after. */
export function AuditList({ entries, text, authorOf, subjectOf }: AuditListProps) {
  return (
    <ul class="audit">
      {entries.map((entry) => (
        <li key={entry.id}>
          <p class="note">
            <time dateTime={entry.at}>{localDate(entry.at)}</time>
            {authorOf(entry)}
          </p>
          <p>
            {wordIn(text.actions, entry.action) ?? entry.action}: {subjectOf(entry)}
          </p>
          <p class="change" dir="auto">
            {describeEntry(entry.before, entry.after, text)}
          </p>
        </li>
      ))}
    </ul>
  );
}
