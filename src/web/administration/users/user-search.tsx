import type { Signal } from '@preact/signals';
import { Field } from '../../shared/components/field.tsx';

interface UserSearchProps {
  readonly label: string;
  readonly value: Signal<string>;
}

/** Narrows the list to the people whose email contains what is typed. */
export function UserSearch({ label, value }: UserSearchProps) {
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
