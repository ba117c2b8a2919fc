import type { Signal } from '@preact/signals';
import { PlainButton } from './plain-button.tsx';

interface ShowButtonProps {
  readonly shown: Signal<boolean>;
  /** The words of the button while it is hidden, and while it is not. */
  readonly show: string;
  readonly hide: string;
  readonly about: string;
}

/** Shows what belongs to a row below it, and hides it again. */
export function ShowButton({ shown, show, hide, about }: ShowButtonProps) {
  return (
    <PlainButton
      label={shown.value ? hide : show}
      about={about}
      expanded={shown.value}
      onClick={() => {
        shown.value = !shown.value;
      }}
    />
  );
}
