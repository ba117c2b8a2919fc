import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

interface PanelProps {
  readonly title: string;
  readonly note?: string;
  /** Shown beside the title. */
  readonly tools?: ComponentChildren;
  readonly children?: ComponentChildren;
}

/** A part of a section with a heading of its own. */
export function Panel({ title, note, tools, children }: PanelProps) {
  const id = useId();
  return (
    <section class="panel" aria-labelledby={id}>
      <header class="panel-header">
        <h2 id={id}>{title}</h2>
        {tools && <div class="panel-tools">{tools}</div>}
        {note && <p class="note">{note}</p>}
      </header>
      {children}
    </section>
  );
}
