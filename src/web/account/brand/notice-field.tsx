import type { Signal } from '@preact/signals';
import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import type { AiNotice } from '#contract/hosted.ts';
import { languageNames, languages } from '#contract/languages/languages.ts';
import { Select } from '../../shared/components/inputs.tsx';
import { language } from '../text/account-text.ts';
import { laterWords } from '../text/words.ts';

/** What the chat says of the AI, in one language at a time. */
export function NoticeField({ notice }: { readonly notice: Signal<AiNotice> }) {
  const chosen = useSignal(language.value);
  const helpId = useId();
  const { brand } = laterWords();
  const own = notice.value;
  return (
    <fieldset class="field-group">
      <legend>{brand.aiNotice}</legend>
      <Select
        label={brand.aiNoticeLanguage}
        options={languages.map((each) => [each, `${languageNames[each]}${own[each] ? ' ✓' : ''}`])}
        value={chosen.value}
        onChange={(each) => {
          chosen.value = each;
        }}
      />
      <input
        type="text"
        dir="auto"
        lang={chosen.value}
        minLength={10}
        maxLength={300}
        aria-label={brand.aiNotice}
        aria-describedby={helpId}
        value={own[chosen.value] ?? ''}
        onInput={(event) => {
          notice.value = { ...own, [chosen.value]: event.currentTarget.value };
        }}
      />
      <p class="note" id={helpId}>
        {brand.aiNoticeHelp}
      </p>
    </fieldset>
  );
}
