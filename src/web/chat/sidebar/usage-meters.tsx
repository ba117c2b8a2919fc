import type { UsageDimension } from '#contract/resources.ts';
import { Meter } from '../../shared/components/meter.tsx';
import { localMoment } from '../../shared/dates.ts';
import { text } from '../../shared/text/text.ts';
import { useChat } from '../chat-context.ts';
import { wordsForQuota } from '../state/notice.ts';

/** The reader's own use of the day, with the reset on the reader's own clock, and why nothing more can be sent. */
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
      <DimensionMeter label={text.usage.requests} dimension={value.requests} />
      <DimensionMeter label={text.usage.priority} dimension={value.priority} />
      <DimensionMeter
        label={text.usage.deepDive}
        dimension={value.deep_dive}
        off={!value.deep_dive.enabled}
      />
      {value.blocked && (
        <p class="usage-blocked">
          {wordsForQuota(value.blocked.dimension, value.blocked.scope, value.blocked.reset_at)}
        </p>
      )}
    </section>
  );
}

interface DimensionMeterProps {
  readonly label: string;
  readonly dimension: UsageDimension;
  readonly off?: boolean;
}

function DimensionMeter({ label, dimension, off }: DimensionMeterProps) {
  const { used, limit } = dimension;
  const words = off
    ? text.usage.off
    : limit === null
      ? text.usage.unlimited(used)
      : text.usage.of(used, limit);
  return <Meter label={label} value={used} max={off ? null : limit} words={words} />;
}
