import type { UsageDimension } from '#contract/resources.ts';
import { Meter } from '../../shared/components/meter.tsx';
import { localMoment } from '../../shared/dates.ts';
import { text } from '../../shared/text/text.ts';
import { useChat } from '../chat-context.ts';

/** The three daily dimensions, with the reset on the reader's own clock. */
export function UsageMeters() {
  const { usage, data } = useChat();
  const value = usage.value;
  if (value === null) return null;
  return (
    <section class="usage" aria-label={text.usage.title}>
      <header>
        <h2>{text.usage.title}</h2>
        <time dateTime={value.reset_at}>{text.usage.resets(localMoment(value.reset_at))}</time>
      </header>
      <DimensionMeter label={text.usage.requests} dimension={value.requests} />
      <DimensionMeter label={text.usage.priority} dimension={value.priority} />
      <DimensionMeter label={text.usage.deepDive} dimension={value.deep_dive} off={!data.deepDiveEnabled} />
    </section>
  );
}

interface DimensionMeterProps {
  readonly label: string;
  readonly dimension: UsageDimension;
  readonly off?: boolean;
}

function DimensionMeter({ label, dimension, off }: DimensionMeterProps) {
  const { used, limit, scope } = dimension;
  const words = off
    ? text.usage.off
    : limit === null
      ? text.usage.unlimited(used)
      : text.usage.of(used, limit);
  const note = scope === 'client' && !off ? { note: text.usage.shared } : {};
  return <Meter label={label} value={used} max={off ? null : limit} words={words} {...note} />;
}
