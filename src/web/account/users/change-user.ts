import type { HostedUserResource } from '#contract/admin.ts';
import { toast } from '../../shared/components/toast.tsx';
import type { Account } from '../state/account.ts';
import { call } from '../state/account-client.ts';
import { words } from '../text/words.ts';

export async function changeUser(
  account: Account,
  id: string,
  change: { enabled?: boolean; admin?: boolean },
): Promise<void> {
  const { user } = await account.client.send(call('updateUser', { params: { id }, body: change }));
  keepUser(account, user);
  if (change.enabled === undefined) toast(words().saved);
  else toast(change.enabled ? words().users.wasEnabled(user.email) : words().users.wasDisabled(user.email));
}

/** Updates a user in the list; a new user is inserted where the order puts them. */
export function keepUser({ users }: Account, user: HostedUserResource): void {
  const others = users.value.filter(({ id }) => id !== user.id);
  users.value = [...others, user].sort((left, right) => (left.email < right.email ? -1 : 1));
}
