import { useEffect, useRef } from 'preact/hooks';
import { useAccount } from './account-context.ts';
import { sectionNames } from './state/sections.ts';
import { words } from './text/words.ts';

export function SectionLinks() {
  const { section } = useAccount();
  const list = useRef<HTMLUListElement>(null);
  const current = section.value;
  useEffect(() => {
    // On a narrow screen the links are a row that scrolls.
    const link = list.current?.querySelector('[aria-current]');
    link?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [current]);
  return (
    <nav aria-label={words.sections}>
      <ul ref={list} class="section-links">
        {sectionNames.map((name) => (
          <li key={name}>
            <a href={`#${name}`} aria-current={current === name ? 'page' : undefined}>
              {words.sectionNames[name]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
