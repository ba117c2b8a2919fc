import { AuditList } from '../../administration/audit/audit-list.tsx';
import type { AuditText } from '../../administration/audit/audit-words.ts';
import { MoreButton } from '../../administration/components/more-button.tsx';
import { ListState } from '../../administration/components/read-state.tsx';
import { useList } from '../../administration/state/use-list.ts';
import { Panel } from '../../shared/components/panel.tsx';
import { useAccount } from '../account-context.ts';
import { call } from '../state/account-client.ts';
import { laterWords, words } from '../text/words.ts';

export function AuditPanel() {
  const { users } = useAccount();
  const { security } = laterWords();
  const list = useList(call('listAudit', {}), ({ id }) => String(id));
  const nameOf = (id: string) => (
    <span dir="auto">{users.value.find((user) => user.id === id)?.email ?? id}</span>
  );
  return (
    <Panel title={security.audit} note={security.auditNote}>
      <ListState list={list} empty={security.noAudit} />
      <AuditList
        entries={list.items ?? []}
        text={auditText()}
        authorOf={({ actor }) => {
          const word = actor === 'operator' ? security.operator : actor.startsWith('key:') && security.ownKey;
          return word ? <span dir="auto">{word}</span> : nameOf(actor);
        }}
        subjectOf={({ subject }) => nameOf(subject)}
      />
      <MoreButton {...list} />
    </Panel>
  );
}

function auditText(): AuditText {
  const { audit, brand, webhooks } = laterWords();
  const { noLimit, statuses } = words().subscription;
  return {
    ...audit,
    noLimit,
    values: {
      subscription_status: statuses,
      password_by: audit.passwordBy,
      disabled_reason: { gone: webhooks.gone, failing: webhooks.failed },
      radius: brand.radii,
      font: brand.fonts,
      density: brand.densities,
    },
  };
}
