import { count } from '../../components/format.ts';
import type { ListedClient } from './listed-client.ts';

/** Today's requests of a partner beside its limit, in the width of a column. */
export function TodayShare({ client }: { readonly client: ListedClient }) {
  const used = client.today?.requests ?? 0;
  const { daily_limit: limit } = client;
  if (limit === null) return <span class="share-words">{count(used)}</span>;
  const share = limit === 0 ? 1 : Math.min(1, used / limit);
  const state = share >= 1 ? 'full' : share >= 0.8 ? 'high' : 'low';
  return (
    <span class={`share ${state}`}>
      <span class="share-words">
        {count(used)} / {count(limit)}
      </span>
      <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
        <rect class="share-track" width="100" height="1" />
        <rect class="share-fill" width={share * 100} height="1" />
      </svg>
    </span>
  );
}
