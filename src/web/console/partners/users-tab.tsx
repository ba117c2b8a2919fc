import { users } from '#locales/en/account/users.ts';
import { AskButton } from '../../administration/dialogs/ask-button.tsx';
import { useAdministration } from '../../administration/state/administration.ts';
import type { UserWords } from '../../administration/users/users-props.ts';
import { UsersScreen } from '../../administration/users/users-screen.tsx';
import { call } from '../state/call.ts';
import { partnerCall } from '../state/partner-call.ts';
import { useMay, useMayAdministrators } from '../state/use-session.ts';
import { EndUsersPanel } from './end-users/end-users-panel.tsx';
import { partnerWords } from './partner-words.ts';
import type { TabProps } from './tab-props.ts';

/** An operator speaks of the partner's people and of their account page. */
const text: UserWords = {
  ...users,
  note: 'A disabled person is signed out, and a running answer stops at once.',
  inviteTitle: 'Invite a person',
  adminHelp: 'May open the partner’s account page.',
  disableTitle: 'Disable this person?',
  removeAdminBody: (email) => `${email} can still chat, but can no longer open the partner’s account page.`,
  empty: 'Nobody signs in at this partner’s pages yet.',
};

export function UsersTab({ overview }: TabProps) {
  const may = useMay();
  const administrators = useMayAdministrators();
  if (overview.users === null) return <p class="empty">{partnerWords.usersHidden}</p>;
  const { slug } = overview.client;
  return (
    <>
      <UsersScreen
        call={partnerCall(slug)}
        text={text}
        title={partnerWords.users}
        linkTitle={partnerWords.linkTitle}
        invite={({ email, admin }) => call('createUser', { params: { slug }, body: { email, admin } })}
        choosesMail={false}
        rights={{ change: may('updateUser'), administrators }}
        ownId={null}
        more={({ id, email }, onGone) =>
          may('deleteUser') && <DeleteUser params={{ slug, id }} email={email} onGone={onGone} />
        }
      />
      {may('getEndUser') && <EndUsersPanel slug={slug} />}
    </>
  );
}

interface DeleteUserProps {
  readonly params: { readonly slug: string; readonly id: string };
  readonly email: string;
  readonly onGone: () => void;
}

function DeleteUser({ params, email, onGone }: DeleteUserProps) {
  const { api } = useAdministration();
  return (
    <AskButton
      label={partnerWords.removeUser}
      about={email}
      title={partnerWords.removeUserTitle}
      danger
      onConfirm={async () => {
        await api.send(call('deleteUser', { params }));
        onGone();
      }}
    >
      {partnerWords.removeUserBody}
    </AskButton>
  );
}
