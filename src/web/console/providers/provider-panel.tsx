import type { ProviderState } from '#contract/console/live.ts';
import { Badge, type Tone } from '../../administration/components/badge.tsx';
import { Panel } from '../../shared/components/panel.tsx';
import { Facts } from '../components/facts.tsx';
import { Figures } from '../components/figures.tsx';
import { compact, count, measured, percent } from '../components/format.ts';
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
  const { label, status, calls, failed, timeouts, first_text: firstText, today } = provider;
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
          [text.today, text.callsToday(count(today.calls ?? 0), count(today.calls_without_tokens ?? 0))],
          [text.tokens, <Tokens today={today} />],
          [text.models, provider.models.join(', ') || words.none],
          [text.wire, provider.wire],
        ]}
      />
    </Panel>
  );
}

/** What was read and written today; what a cache gave and got is a part of what was read. */
function Tokens({ today }: Pick<ProviderState, 'today'>) {
  const shown = (tokens: number | null) => (tokens === null ? words.unknown : compact(tokens));
  const cached = text.cached(shown(today.cache_read_tokens), shown(today.cache_write_tokens));
  return <>{text.tokensToday(shown(today.input_tokens), cached, shown(today.output_tokens))}</>;
}
