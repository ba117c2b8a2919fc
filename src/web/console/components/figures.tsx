import type { ComponentChildren } from 'preact';
import type { Tone } from '../../administration/components/badge.tsx';

export interface Figure {
  readonly name: string;
  readonly value: string;
  /** What the value is compared with, or made of. */
  readonly note?: ComponentChildren;
  readonly tone?: Tone;
}

/** The few numbers that a screen begins with. */
export function Figures({ label, figures }: { readonly label: string; readonly figures: readonly Figure[] }) {
  return (
    <section aria-label={label}>
      <dl class="figures">
        {figures.map(({ name, value, note, tone = 'plain' }) => (
          <div key={name} class={`figure ${tone}`}>
            <dt>{name}</dt>
            <dd class="figure-value">{value}</dd>
            {note && <dd class="figure-note">{note}</dd>}
          </div>
        ))}
      </dl>
    </section>
  );
}
