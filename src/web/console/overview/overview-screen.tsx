import { dayLabel } from '../../administration/charts/day-label.ts';
import { ReadState } from '../../administration/components/read-state.tsx';
import { useRead } from '../../administration/state/use-read.ts';
import { SeriesPanel } from '../charts/series-panel.tsx';
import { Screen } from '../components/screen.tsx';
import { call } from '../state/call.ts';
import { addressOf } from '../state/route.ts';
import { words } from '../text/words.ts';
import { Attention } from './attention.tsx';
import { NearLimit } from './near-limit.tsx';
import { overviewWords as text } from './overview-words.ts';
import { Refusals } from './refusals.tsx';
import { TodayFigures } from './today-figures.tsx';

/** The first screen of an operator: is everything well, and if not, what is wrong. */
export function OverviewScreen() {
  const reading = useRead(call('getOverview', {}), { everySeconds: 15 });
  const { data } = reading;
  return (
    <Screen title={words.sectionNames.overview} note={data && text.note(dayLabel(data.day))}>
      <ReadState {...reading} />
      {data && (
        <>
          <Attention overview={data} />
          <TodayFigures overview={data} />
          <SeriesPanel
            titles={{ day: text.callsOfToday, month: text.turnsOfMonth }}
            query={{ by: 'client' }}
            address={addressOf('usage', null, { by: 'client' })}
          />
          <div class="halves">
            <NearLimit clients={data.near_limit} />
            <Refusals refusals={data.refusals} />
          </div>
        </>
      )}
    </Screen>
  );
}
