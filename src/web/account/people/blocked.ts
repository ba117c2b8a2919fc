import { offerUndo } from '../../shared/components/offer-undo.tsx';
import { toast } from '../../shared/components/toast.tsx';
import type { Account } from '../state/account.ts';
import { call } from '../state/account-client.ts';
import { wordsForFailure } from '../state/words-for-failure.ts';
import { words } from '../text/words.ts';

/** Reads who is blocked, page by page. */
export async function loadBlocked({ client, blocked }: Account): Promise<void> {
  const found = new Set<string>();
  const readFrom = (cursor: string | null) => client.send(call('listBlockedUsers', { query: { cursor } }));
  let cursor: string | null = null;
  do {
    const page = await readFrom(cursor);
    for (const { external_user_id: identity } of page.data) found.add(identity);
    cursor = page.next_cursor;
  } while (cursor !== null);
  blocked.value = found;
}

/** Blocks a person, whom the page names `name`, and offers to undo it. */
export async function blockPerson(account: Account, identity: string, name: string): Promise<void> {
  const { external_user_id: id } = await account.client.send(call('blockUser', { query: { identity } }));
  account.blocked.value = new Set([...(account.blocked.value ?? []), id]);
  offerUndo(words().people.wasBlocked(name), words().people.undo, () => {
    unblockPerson(account, id, name).catch((error: unknown) => toast(wordsForFailure(error)));
  });
}

/** A person whose data is being erased stays blocked. */
export async function unblockPerson(account: Account, identity: string, name: string): Promise<void> {
  const { blocked } = await account.client.send(call('unblockUser', { query: { identity } }));
  if (!blocked) account.blocked.value = without(account, identity);
  toast(blocked ? words().people.wasBlocked(name) : words().people.wasUnblocked(name));
}

/** Erases a person; the service finishes what is still running afterwards. */
export async function erasePerson(account: Account, identity: string): Promise<void> {
  const { status } = await account.client.send(call('eraseUserData', { query: { identity } }));
  account.blocked.value = without(account, identity);
  account.users.value = account.users.value.filter(({ id }) => id !== identity);
  toast(status === 'erased' ? words().people.wasErased : words().people.isErasing);
}

function without({ blocked }: Account, identity: string): ReadonlySet<string> {
  return new Set([...(blocked.value ?? [])].filter((one) => one !== identity));
}
