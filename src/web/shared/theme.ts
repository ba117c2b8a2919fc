import { signal } from '@preact/signals';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const storageKey = 'parley-theme';

export const theme = signal<Theme>('system');

/** Applies the theme that was chosen before; `system` follows the operating system. */
export function startTheme(): void {
  const stored = readStored();
  showTheme(themes.find((known) => known === stored) ?? 'system');
}

export function chooseTheme(chosen: Theme): void {
  showTheme(chosen);
  try {
    localStorage.setItem(storageKey, chosen);
  } catch {
    // Many frames have no storage; the choice then lasts as long as the page.
  }
}

/** Applies the theme of the page around a frame. Null, or an unknown theme, keeps the chosen one. */
export function followTheme(wanted: string | null): void {
  const known = themes.find((each) => each === wanted);
  if (known !== undefined) showTheme(known);
}

function showTheme(chosen: Theme): void {
  theme.value = chosen;
  if (chosen === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = chosen;
}

function readStored(): string | null {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return null;
  }
}
