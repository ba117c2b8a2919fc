import type { UsageDimension } from '#contract/resources.ts';
import { Meter } from '../../shared/components/meter.tsx';
import { Panel } from '../../shared/components/panel.tsx';
import { localMoment } from '../../shared/dates.ts';
import { useAccount } from '../account-context.ts';
import { words } from '../text/words.ts';
import { count, dimensions } from './dimension.ts';

/** The usage of all users today, readable at zero and without limits. */
export function TodayMeters() {
  const { today } = useAccount().usage.value;
  return (
    <Panel title={words().usage.today} note={words().usage.resets(localMoment(today.reset_at))}>
      <div class="today-meters">
        {dimensions.map((name) => (
          <TodayMeter key={name} label={words().dimensions[name]} dimension={today[name]} />
        ))}
      </div>
    </Panel>
  );
}

function TodayMeter({ label, dimension }: { readonly label: string; readonly dimension: UsageDimension }) {
  const { used, limit } = dimension;
  const { noLimit, of, allUsers } = words().usage;
  const value = limit === null ? noLimit(count(used)) : of(count(used), count(limit));
  return <Meter label={label} value={used} max={limit} words={value} note={allUsers} />;
}
