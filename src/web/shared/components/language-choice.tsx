import { type Language, languageNames, languages } from '#contract/languages/languages.ts';
import { matchLanguage } from '#contract/languages/match-language.ts';
import { commonText } from '../text/common-text.ts';

interface LanguageChoiceProps {
  readonly chosen: string;
  readonly onChoose: (language: Language) => void;
}

/** All languages by their own names. */
export function LanguageChoice({ chosen, onChoose }: LanguageChoiceProps) {
  return (
    <label class="language-choice">
      <span>{commonText.language}</span>
      <select
        value={chosen}
        onChange={(event) => {
          const language = matchLanguage([event.currentTarget.value]);
          if (language !== null) onChoose(language);
        }}
      >
        {languages.map((language) => (
          <option key={language} value={language} lang={language}>
            {languageNames[language]}
          </option>
        ))}
      </select>
    </label>
  );
}
