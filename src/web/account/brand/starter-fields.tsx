import type { Signal } from '@preact/signals';
import { laterWords } from '../text/words.ts';
import { mostStarters } from './brand-draft.ts';

export function StarterFields({ starters }: { readonly starters: Signal<readonly string[]> }) {
  const { brand } = laterWords();
  const change = (index: number, value: string) => {
    starters.value = starters.value.with(index, value);
  };
  const remove = (index: number) => {
    starters.value = starters.value.toSpliced(index, 1);
  };
  return (
    <fieldset class="field-group">
      <legend>{brand.starters}</legend>
      <p class="note">{brand.startersHelp}</p>
      {starters.value.map((starter, index) => (
        <div key={index} class="starter-field">
          <input
            type="text"
            dir="auto"
            maxLength={200}
            aria-label={brand.starter(index + 1)}
            value={starter}
            onInput={(event) => change(index, event.currentTarget.value)}
          />
          <button type="button" class="quiet-button" onClick={() => remove(index)}>
            {brand.removeStarter}
            <span class="visually-hidden"> {brand.starter(index + 1)}</span>
          </button>
        </div>
      ))}
      {starters.value.length < mostStarters && (
        <div>
          <button
            type="button"
            class="button small"
            onClick={() => {
              starters.value = [...starters.value, ''];
            }}
          >
            {brand.addStarter}
          </button>
        </div>
      )}
    </fieldset>
  );
}
