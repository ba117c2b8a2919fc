import { useSignal } from '@preact/signals';
import type { HostedUserResource } from '#contract/admin.ts';
import { Panel } from '../../../shared/components/panel.tsx';
import { Ago } from '../../components/ago.tsx';
import { Badge } from '../../../administration/components/badge.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { MoreButton } from '../../../administration/components/more-button.tsx';
import { ListState } from '../../../administration/components/read-state.tsx';
import { call } from '../../state/call.ts';
import { useList } from '../../../administration/state/use-list.ts';
import { useMay } from '../../state/use-session.ts';
import { EndUsersPanel } from '../end-users/end-users-panel.tsx';
import { partnerWords as text } from '../partner-words.ts';
import type { TabProps } from '../tab-props.ts';
import { InviteUser } from './invite-user.tsx';
import { UserActions } from './user-actions.tsx';
import { type SentLink, SentLinkDialog } from './user-link.tsx';

export function UsersTab({ overview }: TabProps) {
  const may = useMay();
  if (overview.users === null) return <p class="empty">{text.usersHidden}</p>;
  const { slug } = overview.client;
  return (
    <>
      <Users slug={slug} />
      {may('getEndUser') && <EndUsersPanel slug={slug} />}
    </>
  );
}

function Users({ slug }: { readonly slug: string }) {
  const may = useMay();
  const list = useList(call('listUsers', { params: { slug }, query: { limit: 50 } }), ({ id }) => id);
  const sent = useSignal<SentLink | null>(null);
  const onSent = (link: SentLink) => {
    sent.value = link;
    void list.refresh();
  };
  return (
    <Panel title={text.users} tools={may('createUser') && <InviteUser slug={slug} onSent={onSent} />}>
      <ListState list={list} empty={text.noUsers} />
      {list.items !== null && list.items.length > 0 && (
        <DataTable
          label={text.users}
          rows={list.items}
          keyOf={({ id }) => id}
          columns={[
            { name: text.email, show: (user) => <UserName user={user} /> },
            {
              name: text.lastSeen,
              spare: true,
              show: ({ last_seen_at: at }) => (at === null ? text.never : <Ago at={at} />),
            },
            {
              name: text.rights,
              show: (user) => (
                <UserActions slug={slug} user={user} onChanged={list.refresh} onSent={onSent} />
              ),
            },
          ]}
        />
      )}
      <MoreButton {...list} />
      {sent.value && (
        <SentLinkDialog
          sent={sent.value}
          onClose={() => {
            sent.value = null;
          }}
        />
      )}
    </Panel>
  );
}

function UserName({ user: { email, admin, enabled } }: { readonly user: HostedUserResource }) {
  return (
    <span class="named">
      <span dir="auto">{email}</span> {admin && <Badge tone="accent">{text.administrator}</Badge>}{' '}
      {!enabled && <Badge tone="danger">{text.disabled}</Badge>}
    </span>
  );
}
