import type { Static } from 'typebox';
import type { ClientChange } from '#contract/admin.ts';
import { toast } from '../../shared/components/toast.tsx';
import type { Api } from '../state/api.ts';
import { call } from '../state/call.ts';
import { words } from '../text/words.ts';
import type { TabProps } from './tab-props.ts';

/** Changes the partner, says so, and reads it again. */
export async function changeClient(
  api: Api,
  { overview, refresh }: TabProps,
  change: Static<typeof ClientChange>,
): Promise<void> {
  await api.send(call('updateClient', { params: { slug: overview.client.slug }, body: change }));
  await refresh();
  toast(words.saved);
}
