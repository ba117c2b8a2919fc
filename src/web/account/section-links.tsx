import { useEffect, useRef } from 'preact/hooks';
import { useAccount } from './account-context.ts';
import { sectionsFor } from './state/sections.ts';
import { words } from './text/words.ts';

export function SectionLinks() {
  const { data, section } = useAccount();
  const list = useRef<HTMLUListElement>(null);
  const current = section.value;
  useEffect(() => {
    const row = list.current?.parentElement;
    if (!row) return;
    // On a narrow screen the links are a scrolling row; this is called at once, and when its width changes.
    const observer = new ResizeObserver(() => center(row));
    observer.observe(row);
    return () => observer.disconnect();
  }, [current]);
  return (
    <nav aria-label={words().sections}>
      <ul ref={list} class="section-links">
        {sectionsFor(data).map((name) => (
          <li key={name}>
            <a href={`#${name}`} aria-current={current === name ? 'page' : undefined}>
              {words().sectionNames[name]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Scrolls the row, and nothing around it, to the current link. */
function center(row: HTMLElement): void {
  const link = row.querySelector('[aria-current]')?.getBoundingClientRect();
  const frame = row.getBoundingClientRect();
  if (link) row.scrollLeft += link.left + link.width / 2 - (frame.left + frame.width / 2);
}
