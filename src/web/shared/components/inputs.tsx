import type { Signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { Field } from './field.tsx';

interface TextInputProps {
  readonly label: string;
  readonly value: Signal<string>;
  readonly type?: keyof typeof kinds;
  readonly required?: boolean;
  readonly placeholder?: string;
  readonly pattern?: string;
  readonly maxLength?: number;
  /** The least and the most of a number. */
  readonly range?: readonly [least: number, most: number];
  readonly problem?: string | null;
  /** Takes the focus when it appears. */
  readonly focused?: boolean;
}

const kinds = {
  text: { type: 'text', dir: 'auto' },
  email: { type: 'email' },
  number: { type: 'number', min: 0, inputmode: 'numeric' },
  password: { type: 'password', autocomplete: 'current-password' },
} as const;

/** One line of text, bound to a signal. */
export function TextInput(props: TextInputProps) {
  const { label, value, type = 'text', range, problem, focused, ...rest } = props;
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (focused) input.current?.focus();
  }, []);
  return (
    <Field label={label} problem={problem ?? null}>
      {(ids) => (
        <input
          {...ids}
          {...rest}
          ref={input}
          autocomplete="off"
          autocapitalize="none"
          spellcheck={false}
          {...kinds[type]}
          {...(range && { min: range[0], max: range[1] })}
          value={value.value}
          onInput={(event) => {
            value.value = event.currentTarget.value;
          }}
        />
      )}
    </Field>
  );
}

interface TextAreaProps {
  readonly label: string;
  readonly value: Signal<string>;
  readonly rows: number;
  readonly maxLength?: number;
  readonly required?: boolean;
  readonly readOnly?: boolean;
}

export function TextArea({ label, value, ...rest }: TextAreaProps) {
  return (
    <Field label={label}>
      {(ids) => (
        <textarea
          {...ids}
          {...rest}
          dir="auto"
          value={value.value}
          onInput={(event) => {
            value.value = event.currentTarget.value;
          }}
        />
      )}
    </Field>
  );
}

interface SelectProps<T extends string> {
  readonly label: string;
  readonly options: readonly (readonly [T, string])[];
  readonly value: T;
  readonly onChange: (value: T) => void;
}

/** One of many. */
export function Select<T extends string>({ label, options, value, onChange }: SelectProps<T>) {
  return (
    <Field label={label}>
      {(ids) => (
        <select
          {...ids}
          onChange={(event) => {
            const chosen = options[event.currentTarget.selectedIndex];
            if (chosen !== undefined) onChange(chosen[0]);
          }}
        >
          {options.map(([name, shown]) => (
            <option key={name} value={name} selected={name === value}>
              {shown}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

interface CheckProps {
  readonly label: string;
  readonly help?: string;
  readonly value: Signal<boolean>;
}

export function Check({ label, help, value }: CheckProps) {
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={value.value}
        onChange={(event) => {
          value.value = event.currentTarget.checked;
        }}
      />
      <span>
        {label} {help && <small>{help}</small>}
      </span>
    </label>
  );
}
