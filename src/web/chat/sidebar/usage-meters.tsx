import { type QuotaDimension, quotaDimensions } from '#contract/quota.ts';
import type { Usage } from '#contract/resources.ts';
import { Meter } from '../../shared/components/meter.tsx';
import { localMoment } from '../../shared/dates.ts';
import { text } from '../../shared/text/text.ts';
import { useChat } from '../chat-context.ts';
import { wordsForQuota } from '../state/words.ts';

/** The reader's own use of the day, with the reset in the reader's time zone, and why nothing more can be sent. */
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
      {quotaDimensions.map((name) => (
        <DimensionMeter key={name} label={text.dimensions[name]} dimension={value[name]} />
      ))}
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
  readonly dimension: Usage[QuotaDimension];
}

function DimensionMeter({ label, dimension }: DimensionMeterProps) {
  const { used, limit } = dimension;
  if ('enabled' in dimension && !dimension.enabled) {
    return <Meter label={label} value={used} max={null} words={text.usage.off} />;
  }
  const words = limit === null ? text.usage.unlimited(used) : text.usage.of(used, limit);
  return <Meter label={label} value={used} max={limit} words={words} />;
}
