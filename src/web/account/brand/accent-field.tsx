import type { Signal } from '@preact/signals';
import { useSignal } from '@preact/signals';
import { laterWords } from '../text/words.ts';
import { isColor } from './brand-draft.ts';

const suggested = '#3f5f52';

/** A colour, picked or typed. Typed text counts once it is a valid colour. */
export function AccentField({ accent }: { readonly accent: Signal<string | null> }) {
  const typed = useSignal(accent.value ?? suggested);
  const choose = (value: string) => {
    typed.value = value;
    if (isColor(value)) accent.value = value.toLowerCase();
  };
  const isOwn = accent.value !== null;
  return (
    <fieldset class="field-group">
      <legend>{laterWords().brand.accent}</legend>
      <label class="check">
        <input
          type="checkbox"
          checked={isOwn}
          onChange={(event) => {
            accent.value = event.currentTarget.checked ? pickable(typed.value) : null;
          }}
        />
        <span>{laterWords().brand.ownAccent}</span>
      </label>
      {isOwn && (
        <div class="accent-inputs">
          <input
            type="color"
            aria-label={laterWords().brand.accent}
            value={pickable(typed.value)}
            onInput={(event) => choose(event.currentTarget.value)}
          />
          <input
            type="text"
            aria-label={laterWords().brand.accentText}
            maxLength={7}
            spellcheck={false}
            autocomplete="off"
            pattern="#[0-9a-fA-F]{6}"
            required
            value={typed.value}
            onInput={(event) => choose(event.currentTarget.value)}
          />
        </div>
      )}
    </fieldset>
  );
}

function pickable(text: string): string {
  return isColor(text) ? text.toLowerCase() : suggested;
}
