import { Panel } from '../../shared/components/panel.tsx';
import { AuditEntries } from '../audit/audit-entries.tsx';
import { addressOf } from '../state/route.ts';
import { words } from '../text/words.ts';
import { partnerWords as text } from './partner-words.ts';
import type { TabProps } from './tab-props.ts';

export function AuditTab({ overview }: TabProps) {
  const { client, audit } = overview;
  return (
    <Panel
      title={words.sectionNames.audit}
      note={text.auditNote}
      tools={<a href={addressOf('audit', null, { client: client.slug })}>{text.allAudit}</a>}
    >
      <AuditEntries entries={audit} />
    </Panel>
  );
}
