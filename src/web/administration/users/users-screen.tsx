import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { UserLinkAnswer } from '#contract/admin.ts';
import { LoadState } from '../../shared/components/load-state.tsx';
import { localMoment } from '../../shared/dates.ts';
import { ListSearch } from '../components/list-search.tsx';
import { MoreButton } from '../components/more-button.tsx';
import { SecretDialog } from '../dialogs/secret-dialog.tsx';
import { useAdministration } from '../state/administration.ts';
import { useDebounced } from '../state/use-debounced.ts';
import { useList } from '../state/use-list.ts';
import { InviteUser } from './invite-user.tsx';
import { UserRow } from './user-row.tsx';
import type { UsersProps } from './users-props.ts';

/** A list of this length is seen at a glance. */
const fewUsers = 8;

/** The people who sign in at a tenant's pages. */
export function UsersScreen(props: UsersProps) {
  const { text, call, rights, ownId, onRead } = props;
  const { Section } = useAdministration();
  const search = useSignal('');
  const canSearch = useSignal(false);
  const gone = useSignal<ReadonlySet<string>>(new Set());
  const sent = useSignal<UserLinkAnswer | null>(null);
  const q = useDebounced(search.value.trim());
  const list = useList(call('listUsers', { query: { q, limit: 50 } }), ({ id }) => id);
  const users = (list.items ?? []).filter(({ id }) => !gone.value.has(id));
  useEffect(() => {
    if (users.length > fewUsers || list.showMore !== null) canSearch.value = true;
    onRead?.(users);
  }, [list.items]);
  const onSent = (answer: UserLinkAnswer) => {
    sent.value = answer;
    void list.refresh();
  };
  const shown = q === '' ? users.filter(({ id }) => id !== ownId) : users;
  return (
    <>
      <Section
        title={props.title}
        note={text.note}
        tools={rights.change && <InviteUser {...props} onSent={onSent} />}
      >
        {canSearch.value && <ListSearch label={text.search} value={search} />}
        <ul class="items" aria-busy={list.isStale}>
          {users.map((user) => (
            <UserRow
              key={user.id}
              {...props}
              user={user}
              onSent={onSent}
              onGone={() => {
                gone.value = new Set([...gone.value, user.id]);
              }}
            />
          ))}
        </ul>
        <LoadState
          isLoaded={list.items !== null}
          isEmpty={list.items !== null && !list.isStale && shown.length === 0}
          empty={q === '' ? text.empty : text.noneFound}
          problem={list.problem}
          onRetry={() => void list.refresh()}
        />
        <MoreButton {...list} />
      </Section>
      {sent.value !== null && (
        <SentDialog
          {...props}
          answer={sent.value}
          onClose={() => {
            sent.value = null;
          }}
        />
      )}
    </>
  );
}

interface SentDialogProps extends Pick<UsersProps, 'text' | 'linkTitle'> {
  readonly answer: UserLinkAnswer;
  readonly onClose: () => void;
}

/** Shows the link, or says that an email was sent. */
function SentDialog({ text, linkTitle, answer, onClose }: SentDialogProps) {
  const { user, link = null, expires_at: until = '' } = answer;
  return (
    <SecretDialog
      title={link === null ? text.mailedTitle : linkTitle(user.email)}
      note={link === null ? text.mailed(user.email) : text.linkBody(user.email, localMoment(until))}
      secret={link}
      onClose={onClose}
    />
  );
}
