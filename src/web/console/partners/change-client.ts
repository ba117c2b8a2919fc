import type { Static } from 'typebox';
import type { AdminClient, ClientChange } from '#contract/admin.ts';
import { toast } from '../../shared/components/toast.tsx';
import type { Api } from '../state/api.ts';
import { call } from '../state/call.ts';
import { words } from '../text/words.ts';
import type { TabProps } from './tab-props.ts';

/** Changes the partner, says so, and reads it again. Returns what is stored now. */
export async function changeClient(
  api: Api,
  { overview, refresh }: TabProps,
  change: Static<typeof ClientChange>,
): Promise<AdminClient> {
  const params = { slug: overview.client.slug };
  const { client } = await api.send(call('updateClient', { params, body: change }));
  await refresh();
  toast(words.saved);
  return client;
}
