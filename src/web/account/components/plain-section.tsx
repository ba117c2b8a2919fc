import type { SectionProps } from '../../administration/state/administration.ts';

/** The heading of the page names it already. */
export function PlainSection({ note, tools, children }: SectionProps) {
  return (
    <>
      <div class="section-tools">
        {note && <p class="note">{note}</p>}
        {tools}
      </div>
      <div class="panel">{children}</div>
    </>
  );
}
