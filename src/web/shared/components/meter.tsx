interface MeterProps {
  readonly label: string;
  readonly value: number;
  /** Null where there is no limit. */
  readonly max: number | null;
  /** The value in words, shown and announced. */
  readonly words: string;
  readonly note?: string;
}

/** How much of something is used, readable at zero and without a limit. */
export function Meter({ label, value, max, words, note }: MeterProps) {
  const share = max === null ? 0 : max === 0 ? 1 : Math.min(1, value / max);
  const state = max === null ? 'open' : share >= 1 ? 'full' : share >= 0.8 ? 'high' : 'low';
  return (
    // biome-ignore lint/a11y/useSemanticElements: the native meter cannot be drawn in the colours of the page
    <div
      class={`meter ${state}`}
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={Math.max(max ?? value, 1)}
      aria-valuenow={max === null ? value : Math.min(value, Math.max(max, 1))}
      aria-valuetext={note ? `${words}. ${note}` : words}
      title={note}
    >
      <span class="meter-label">{label}</span>
      <span class="meter-words">{words}</span>
      <span class="meter-track">
        <span class="meter-fill" style={{ inlineSize: `${share * 100}%` }} />
      </span>
    </div>
  );
}
