import { useSignal } from '@preact/signals';
import { createTenantCall } from '../administration/state/tenant-call.ts';
import { UsersScreen } from '../administration/users/users-screen.tsx';
import { useAccount } from './account-context.ts';
import { PeoplePanel } from './people/people-panel.tsx';
import { PersonActions } from './people/person-actions.tsx';
import { accountRoot, call } from './state/account-client.ts';
import { laterWords, words } from './text/words.ts';

const tenantCall = createTenantCall(accountRoot);
const rights = { change: true, administrators: true } as const;

export function UsersSection() {
  const { data, users } = useAccount();
  const { users: text } = laterWords();
  const erasures = useSignal(0);
  return (
    <>
      <UsersScreen
        key={erasures.value}
        call={tenantCall}
        text={text}
        title={words().sectionNames.users}
        linkTitle={() => text.linkTitle}
        invite={(body) => call('inviteUser', { body })}
        choosesMail
        rights={rights}
        ownId={data.user.id}
        more={(user, onGone) => <PersonActions user={user} onGone={onGone} />}
        onRead={(read) => {
          const known = new Map([...users.peek(), ...read].map((user) => [user.id, user]));
          users.value = [...known.values()];
        }}
      />
      <PeoplePanel
        onErased={() => {
          erasures.value += 1;
        }}
      />
    </>
  );
}
