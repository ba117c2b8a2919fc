import { useAdministration } from '../state/administration.ts';

interface PlainButtonProps {
  readonly label: string;
  /** What the button is about, for people who do not see its row. */
  readonly about?: string | undefined;
  /** Beside `button`; `small` by default. */
  readonly variant?: string;
  readonly disabled?: boolean;
  readonly expanded?: boolean;
  readonly onClick: () => void;
}

/** A button in a row that acts at once. */
export function PlainButton({
  label,
  about,
  variant = 'small',
  disabled,
  expanded,
  onClick,
}: PlainButtonProps) {
  const { namesRows } = useAdministration();
  return (
    <button
      type="button"
      class={`button ${variant}`}
      aria-description={namesRows ? undefined : about}
      aria-expanded={expanded}
      disabled={disabled}
      onClick={onClick}
    >
      {label}
      {namesRows && about && <span class="visually-hidden"> {about}</span>}
    </button>
  );
}
