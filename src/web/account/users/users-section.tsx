import { useSignal } from '@preact/signals';
import { lazy } from '../../shared/components/lazy.tsx';
import { Problem } from '../../shared/components/problem.tsx';
import { useAccount } from '../account-context.ts';
import { call } from '../state/account-client.ts';
import { useAction } from '../../administration/state/use-action.ts';
import { words } from '../text/words.ts';
import { InviteDialog } from './invite-dialog.tsx';
import { LinkDialog, type SentLink } from './link-dialog.tsx';
import { UserRow } from './user-row.tsx';
import { UserSearch } from './user-search.tsx';

/** A list of this length is seen at a glance. */
const fewUsers = 8;

const PeoplePanel = lazy(() => import('../people/people-panel.tsx').then((part) => part.PeoplePanel));

export function UsersSection() {
  const { client, data, users, usersCursor, usersSearch } = useAccount();
  const inviting = useSignal(false);
  const sent = useSignal<SentLink | null>(null);
  const { busy, problem, run } = useAction();
  const showMore = (cursor: string) =>
    run(async () => {
      const page = await client.send(call('listUsers', { query: { cursor, q: usersSearch.value } }));
      const known = new Set(users.value.map(({ id }) => id));
      users.value = [...users.value, ...page.data.filter(({ id }) => !known.has(id))];
      usersCursor.value = page.next_cursor;
    });
  const cursor = usersCursor.value;
  const isSearching = usersSearch.value !== '';
  const hasMany = data.users.data.length > fewUsers || data.users.next_cursor !== null;
  return (
    <>
      <div class="section-tools">
        <p class="note">{words().users.note}</p>
        <button
          type="button"
          class="button primary"
          onClick={() => {
            inviting.value = true;
          }}
        >
          {words().users.invite}
        </button>
      </div>
      {hasMany && <UserSearch />}
      <ul class="users">
        {users.value.map((user) => (
          <UserRow
            key={user.id}
            user={user}
            onSent={(link) => {
              sent.value = link;
            }}
          />
        ))}
      </ul>
      {users.value.length <= (isSearching ? 0 : 1) && (
        <p class="empty">{isSearching ? words().users.noneFound : words().users.empty}</p>
      )}
      <Problem text={problem.value} />
      {cursor !== null && (
        <button type="button" class="button" disabled={busy.value} onClick={() => void showMore(cursor)}>
          {words().more}
        </button>
      )}
      <PeoplePanel />
      {inviting.value && (
        <InviteDialog
          onInvited={(link) => {
            sent.value = link;
          }}
          onClose={() => {
            inviting.value = false;
          }}
        />
      )}
      {sent.value && !inviting.value && (
        <LinkDialog
          sent={sent.value}
          onClose={() => {
            sent.value = null;
          }}
        />
      )}
    </>
  );
}
