import { quotaDimensions } from '#contract/quota.ts';
import { Meter } from '../../shared/components/meter.tsx';
import { Panel } from '../../shared/components/panel.tsx';
import { dimensionNames } from '../../shared/text/dimension-names.ts';
import { SeriesPanel } from '../charts/series-panel.tsx';
import { count } from '../components/format.ts';
import { addressOf } from '../state/route.ts';
import { CostsPanel } from './costs-panel.tsx';
import { partnerWords as text } from './partner-words.ts';
import type { TabProps } from './tab-props.ts';

export function TodayTab({ overview }: TabProps) {
  const { client, today } = overview;
  return (
    <>
      {!client.enabled && <p class="warning">{text.isRevoked}</p>}
      {overview.blocked_at_limit && <p class="warning">{text.atLimit}</p>}
      {overview.unguarded && <p class="warning">{text.unguarded}</p>}
      <Panel title={text.usedToday} note={text.all}>
        <div class="today-meters">
          {quotaDimensions.map((name) => {
            const limit = name === 'requests' ? client.daily_limit : null;
            const used = count(today[name]);
            return (
              <Meter
                key={name}
                label={dimensionNames[name]}
                value={today[name]}
                max={limit}
                words={limit === null ? text.noLimit(used) : text.of(used, count(limit))}
              />
            );
          })}
        </div>
      </Panel>
      <SeriesPanel
        titles={{ day: text.turnsOfToday, month: text.lastDays }}
        query={{ client: client.slug, by: 'model' }}
        address={addressOf('usage', null, { client: client.slug })}
      />
      <CostsPanel client={client.slug} />
    </>
  );
}
