import type { Doctor } from '#contract/console/live.ts';
import { Badge, type Tone } from '../../administration/components/badge.tsx';
import { ReadState } from '../../administration/components/read-state.tsx';
import { useRead } from '../../administration/state/use-read.ts';
import { Panel } from '../../shared/components/panel.tsx';
import { call } from '../state/call.ts';
import { useMay } from '../state/use-session.ts';
import { settingsWords as text } from './settings-words.ts';

const tones: Record<Doctor['checks'][number]['status'], Tone> = {
  pass: 'accent',
  warn: 'warning',
  fail: 'danger',
};

export function DoctorPanel() {
  const may = useMay();
  return may('runDoctor') ? <Checks /> : null;
}

function Checks() {
  const reading = useRead(call('runDoctor', {}));
  const { data, refresh } = reading;
  return (
    <Panel
      title={text.doctor}
      note={text.doctorNote}
      tools={
        <button type="button" class="button small" onClick={() => void refresh()}>
          {text.again}
        </button>
      }
    >
      <ReadState {...reading} />
      <ul class="findings">
        {data?.checks.map(({ name, status, detail }) => (
          <li key={name}>
            <Badge tone={tones[status]}>{text.checks[status]}</Badge>
            <span>
              <b>{name}</b> {detail}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
