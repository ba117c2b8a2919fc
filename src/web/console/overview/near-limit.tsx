import type { Overview } from '#contract/console/screens.ts';
import { Meter } from '../../shared/components/meter.tsx';
import { Panel } from '../../shared/components/panel.tsx';
import { count } from '../components/format.ts';
import { addressOf } from '../state/route.ts';
import { overviewWords as text } from './overview-words.ts';

export function NearLimit({ clients }: { readonly clients: Overview['near_limit'] }) {
  return (
    <Panel title={text.nearLimit} note={text.nearLimitNote}>
      {clients.length === 0 ? (
        <p class="empty">{text.nobodyNear}</p>
      ) : (
        <ul class="meter-list">
          {clients.map(({ client, name, used, limit }) => (
            <li key={client}>
              <a href={addressOf('partners', client)} dir="auto">
                {name}
              </a>
              <Meter label={client} value={used} max={limit} words={text.used(count(used), count(limit))} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
