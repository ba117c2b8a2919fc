import type { Signal } from '@preact/signals';
import { Field } from '../../shared/components/field.tsx';

interface LookFieldProps<Value extends string> {
  readonly value: Signal<Value>;
  readonly values: readonly Value[];
  readonly label: string;
  readonly names: Readonly<Record<Value, string>>;
}

/** One of a few values. */
export function LookField<Value extends string>({ value, values, label, names }: LookFieldProps<Value>) {
  return (
    <Field label={label}>
      {(ids) => (
        <select
          {...ids}
          value={value.value}
          onChange={(event) => {
            const chosen = event.currentTarget.value;
            value.value = values.find((each) => each === chosen) ?? value.value;
          }}
        >
          {values.map((each) => (
            <option key={each} value={each}>
              {names[each]}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
