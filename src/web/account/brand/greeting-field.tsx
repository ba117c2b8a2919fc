import type { Signal } from '@preact/signals';
import { Field } from '../../shared/components/field.tsx';
import { words } from '../text/words.ts';

export function GreetingField({ greeting }: { readonly greeting: Signal<string> }) {
  return (
    <div class="field-group">
      <Field label={words.brand.greeting}>
        {(ids) => (
          <input
            {...ids}
            type="text"
            dir="auto"
            maxLength={200}
            placeholder={words.brand.greetingDefault}
            value={greeting.value}
            onInput={(event) => {
              greeting.value = event.currentTarget.value;
            }}
          />
        )}
      </Field>
      <p class="note">{words.brand.greetingHelp}</p>
    </div>
  );
}
