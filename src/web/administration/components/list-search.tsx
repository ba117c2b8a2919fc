import type { Signal } from '@preact/signals';
import { Field } from '../../shared/components/field.tsx';

interface ListSearchProps {
  readonly label: string;
  readonly value: Signal<string>;
}

/** Narrows a list to what contains the words that are typed. */
export function ListSearch({ label, value }: ListSearchProps) {
  return (
    <Field label={label}>
      {(ids) => (
        <input
          {...ids}
          type="search"
          autocomplete="off"
          autocapitalize="none"
          spellcheck={false}
          maxLength={254}
          value={value.value}
          onInput={(event) => {
            value.value = event.currentTarget.value;
          }}
        />
      )}
    </Field>
  );
}
