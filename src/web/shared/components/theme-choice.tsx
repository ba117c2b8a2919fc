import { chooseTheme, type Theme, theme, themes } from '../theme.ts';

interface ThemeChoiceProps {
  readonly legend: string;
  readonly names: Readonly<Record<Theme, string>>;
}

/** The themes as buttons of a menu, which stays open. */
export function ThemeChoice({ legend, names }: ThemeChoiceProps) {
  return (
    <fieldset class="theme-choice">
      <legend class="visually-hidden">{legend}</legend>
      {themes.map((name) => (
        <button
          key={name}
          type="button"
          data-stay
          aria-pressed={theme.value === name}
          onClick={() => chooseTheme(name)}
        >
          {names[name]}
        </button>
      ))}
    </fieldset>
  );
}
