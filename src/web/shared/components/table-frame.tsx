import type { ComponentChildren } from 'preact';
import { commonText } from '../text/common-text.ts';

interface TableFrameProps {
  readonly label: string;
  readonly children: ComponentChildren;
}

/** A table that scrolls by itself where the page is too narrow for it. */
export function TableFrame({ label, children }: TableFrameProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section class="table-frame" aria-label={`${label}, ${commonText.table}`} tabIndex={0}>
      <table>
        <caption class="visually-hidden">{label}</caption>
        {children}
      </table>
    </section>
  );
}
