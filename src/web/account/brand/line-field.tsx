import type { Signal } from '@preact/signals';
import { Field } from '../../shared/components/field.tsx';

interface LineFieldProps {
  readonly value: Signal<string>;
  readonly label: string;
  readonly help: string;
  /** Shown while it is empty. */
  readonly placeholder: string;
  readonly maxLength: number;
}

export function LineField({ value, label, help, placeholder, maxLength }: LineFieldProps) {
  return (
    <div class="field-group">
      <Field label={label}>
        {(ids) => (
          <input
            {...ids}
            type="text"
            dir="auto"
            maxLength={maxLength}
            placeholder={placeholder}
            value={value.value}
            onInput={(event) => {
              value.value = event.currentTarget.value;
            }}
          />
        )}
      </Field>
      <p class="note">{help}</p>
    </div>
  );
}
