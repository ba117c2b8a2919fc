import type { Usage } from '#contract/resources.ts';
import { Meter } from '../../shared/components/meter.tsx';
import { localMoment } from '../../shared/dates.ts';
import { text } from '../../shared/text/text.ts';
import { useChat } from '../chat-context.ts';

/**
 * What the reader can move on this page, which has no control for priority, with the reset in the reader's time zone.
 */
export function UsageMeters() {
  const { usage } = useChat();
  const value = usage.value;
  if (value === null) return null;
  return (
    <section class="usage" aria-label={text.usage.title}>
      <header>
        <h2>{text.usage.title}</h2>
        <time dateTime={value.reset_at}>{text.usage.resets(localMoment(value.reset_at))}</time>
      </header>
      <DimensionMeter label={text.dimensions.requests} dimension={value.requests} />
      {value.deep_dive.enabled && (
        <DimensionMeter label={text.dimensions.deep_dive} dimension={value.deep_dive} />
      )}
    </section>
  );
}

interface DimensionMeterProps {
  readonly label: string;
  readonly dimension: Usage['requests'];
}

function DimensionMeter({ label, dimension: { used, limit } }: DimensionMeterProps) {
  const words = limit === null ? text.usage.unlimited(used) : text.usage.of(used, limit);
  return <Meter label={label} value={used} max={limit} words={words} />;
}
