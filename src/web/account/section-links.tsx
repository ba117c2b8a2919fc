import { useAccount } from './account-context.ts';
import { sectionNames } from './state/sections.ts';
import { words } from './text/words.ts';

export function SectionLinks() {
  const { section } = useAccount();
  return (
    <nav aria-label={words.sections}>
      <ul class="section-links">
        {sectionNames.map((name) => (
          <li key={name}>
            <a href={`#${name}`} aria-current={section.value === name ? 'page' : undefined}>
              {words.sectionNames[name]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
