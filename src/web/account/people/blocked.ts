import { toast } from '../../shared/components/toast.tsx';
import type { Account } from '../state/account.ts';
import { words } from '../text/words.ts';

/** Reads who is blocked, page by page. */
export async function loadBlocked({ client, blocked }: Account): Promise<void> {
  const found = new Set<string>();
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof client.listBlockedUsers>> = await client.listBlockedUsers(cursor);
    for (const { external_user_id: identity } of page.data) found.add(identity);
    cursor = page.next_cursor;
  } while (cursor !== null);
  blocked.value = found;
}

/** `name` is how the page names the person. */
export async function switchBlocked(account: Account, identity: string, name = identity): Promise<void> {
  const { client, blocked } = account;
  const others = new Set(blocked.value);
  const answer = others.delete(identity)
    ? await client.unblockUser(identity)
    : await client.blockUser(identity);
  if (answer.blocked) others.add(answer.external_user_id);
  blocked.value = others;
  toast(answer.blocked ? words().people.wasBlocked(name) : words().people.wasUnblocked(name));
}

/** Erases a person; what is still under way afterwards is finished by the service. */
export async function erasePerson(account: Account, identity: string): Promise<void> {
  const { status } = await account.client.eraseUserData(identity);
  account.blocked.value = new Set([...(account.blocked.value ?? [])].filter((one) => one !== identity));
  account.users.value = account.users.value.filter(({ id }) => id !== identity);
  toast(status === 'erased' ? words().people.wasErased : words().people.isErasing);
}
