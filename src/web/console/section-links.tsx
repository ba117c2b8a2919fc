import { useEffect, useRef } from 'preact/hooks';
import { useConsole } from './console-context.ts';
import { sectionIcons } from './icons.tsx';
import { sectionNames } from './sections.ts';
import { addressOf } from './state/route.ts';
import { words } from './text/words.ts';

export function SectionLinks() {
  const { section } = useConsole().route.value;
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    // On a narrow screen the links are a row that scrolls.
    const link = list.current?.querySelector('[aria-current]');
    link?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [section]);
  return (
    <nav aria-label={words.sections}>
      <ul ref={list} class="section-links">
        {sectionNames.map((name) => {
          const Icon = sectionIcons[name];
          return (
            <li key={name}>
              <a href={addressOf(name)} aria-current={section === name ? 'page' : undefined}>
                <Icon />
                {words.sectionNames[name]}
              </a>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
