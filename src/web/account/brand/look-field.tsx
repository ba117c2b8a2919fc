import type { Signal } from '@preact/signals';
import { Select } from '../../shared/components/inputs.tsx';

interface LookFieldProps<Value extends string> {
  readonly value: Signal<Value>;
  readonly values: readonly Value[];
  readonly label: string;
  readonly names: Readonly<Record<Value, string>>;
}

/** One of a few values. */
export function LookField<Value extends string>({ value, values, label, names }: LookFieldProps<Value>) {
  return (
    <Select
      label={label}
      options={values.map((each) => [each, names[each]])}
      value={value.value}
      onChange={(chosen) => {
        value.value = chosen;
      }}
    />
  );
}
