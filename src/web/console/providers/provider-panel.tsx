import type { ProviderState } from '#contract/console/live.ts';
import { Badge, type Tone } from '../../administration/components/badge.tsx';
import { Panel } from '../../shared/components/panel.tsx';
import { Facts } from '../components/facts.tsx';
import { Figures } from '../components/figures.tsx';
import { count, measured, percent } from '../components/format.ts';
import { useMay } from '../state/use-session.ts';
import { words } from '../text/words.ts';
import { MinutesChart } from './minutes-chart.tsx';
import { ProviderTestButton } from './provider-test.tsx';
import { providerWords as text } from './provider-words.ts';

const tones: Record<ProviderState['status'], Tone> = {
  available: 'accent',
  degraded: 'warning',
  unavailable: 'danger',
};

export function ProviderPanel({ provider }: { readonly provider: ProviderState }) {
  const may = useMay();
  const { label, status, calls, failed, timeouts, first_text: firstText } = provider;
  return (
    <Panel
      title={label}
      tools={
        <>
          <Badge tone={tones[status]}>{text.statuses[status]}</Badge>
          {may('testProvider') && <ProviderTestButton id={provider.id} />}
        </>
      }
    >
      <Figures
        label={text.figures(label)}
        figures={[
          {
            name: text.slow,
            value: measured(firstText.p95_ms),
            note: text.median(measured(firstText.p50_ms)),
          },
          { name: text.calls, value: count(calls) },
          {
            name: text.failed,
            value: count(failed),
            note: text.share(percent(failed, calls)),
            tone: failed > calls / 20 ? 'danger' : 'plain',
          },
          { name: text.timeouts, value: count(timeouts), note: text.ofFailed },
        ]}
      />
      <MinutesChart minutes={provider.minutes} />
      <Facts
        facts={[
          [text.models, provider.models.join(', ') || words.none],
          [text.wire, provider.wire],
        ]}
      />
    </Panel>
  );
}
