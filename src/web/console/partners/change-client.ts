import type { AdminClient } from '#contract/admin.ts';
import { toast } from '../../shared/components/toast.tsx';
import type { Api } from '../state/api.ts';
import { words } from '../text/words.ts';
import type { TabProps } from './tab-props.ts';

export function clientPath(slug: string, ...parts: readonly string[]): string {
  return `/clients/${[slug, ...parts].map(encodeURIComponent).join('/')}`;
}

/** Changes the partner, says so, and reads it again. */
export async function changeClient(
  api: Api,
  { overview, refresh }: TabProps,
  change: Partial<AdminClient>,
): Promise<void> {
  await api.send('PATCH', clientPath(overview.client.slug), change);
  await refresh();
  toast(words.saved);
}
