import type { ComponentChildren } from 'preact';

export type Tone = 'plain' | 'accent' | 'warning' | 'danger';

/** A state in a word. */
export function Badge({
  tone = 'plain',
  children,
}: {
  readonly tone?: Tone;
  readonly children: ComponentChildren;
}) {
  return <span class={tone === 'plain' ? 'badge' : `badge ${tone}`}>{children}</span>;
}
