import { makeElement } from './make-element.ts';
import { keepChoice, readChoice } from './stored.ts';

const storageKey = 'parley-theme';

/** A button for the other theme. Until it is used, the page follows the operating system. */
export function addThemeButton(): void {
  const stored = readChoice(storageKey);
  if (stored === 'light' || stored === 'dark') show(stored);
  const button = makeElement('button', { type: 'button', class: 'theme-button' });
  const name = () => {
    const words = `Switch to the ${isDark() ? 'light' : 'dark'} theme`;
    button.setAttribute('aria-label', words);
    button.title = words;
  };
  button.addEventListener('click', () => {
    const next = isDark() ? 'light' : 'dark';
    show(next);
    keepChoice(storageKey, next);
    name();
  });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', name);
  name();
  document.querySelector('.top .areas')?.after(button);
}

function show(theme: 'light' | 'dark'): void {
  document.documentElement.dataset['theme'] = theme;
}

function isDark(): boolean {
  const { theme } = document.documentElement.dataset;
  return theme === undefined ? matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark';
}
