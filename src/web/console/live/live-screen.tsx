import { ReadState } from '../../administration/components/read-state.tsx';
import { useRead } from '../../administration/state/use-read.ts';
import { Screen } from '../components/screen.tsx';
import { call } from '../state/call.ts';
import { words } from '../text/words.ts';
import { liveWords as text } from './live-words.ts';
import { ProcessesPanel } from './processes-panel.tsx';
import { QueueFigures } from './queue-figures.tsx';
import { TurnsPanel } from './turns-panel.tsx';

export function LiveScreen() {
  const reading = useRead(call('getQueue', {}), { everySeconds: 5 });
  const { data, refresh } = reading;
  return (
    <Screen title={words.sectionNames.live} note={text.note}>
      <ReadState {...reading} />
      {data && <QueueFigures queue={data} />}
      <TurnsPanel />
      {data && <ProcessesPanel processes={data.processes} onChanged={refresh} />}
    </Screen>
  );
}
