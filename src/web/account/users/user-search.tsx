import { useId, useRef } from 'preact/hooks';
import { Problem } from '../../shared/components/problem.tsx';
import { useAccount } from '../account-context.ts';
import { call } from '../state/account-client.ts';
import { useAction } from '../../administration/state/use-action.ts';
import { words } from '../text/words.ts';

const pauseMs = 250;

/** Narrows the list to the people whose email contains what is typed. */
export function UserSearch() {
  const { client, users, usersCursor, usersSearch } = useAccount();
  const id = useId();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const { problem, run } = useAction();
  const search = (part: string) =>
    run(async () => {
      const page = await client.send(call('listUsers', { query: { q: part } }));
      if (usersSearch.value !== part) return;
      users.value = page.data;
      usersCursor.value = page.next_cursor;
    });
  const type = (text: string) => {
    const part = text.trim();
    if (part === usersSearch.value) return;
    usersSearch.value = part;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void search(part), pauseMs);
  };
  return (
    <div class="field">
      <label for={id}>{words().users.search}</label>
      <input
        id={id}
        type="search"
        autocomplete="off"
        autocapitalize="none"
        spellcheck={false}
        maxLength={254}
        defaultValue={usersSearch.value}
        onInput={(event) => type(event.currentTarget.value)}
      />
      <Problem text={problem.value} />
    </div>
  );
}
