interface PlainButtonProps {
  readonly label: string;
  /** What the button is about, for people who do not see its row. */
  readonly about: string;
  readonly disabled: boolean;
  readonly onClick: () => void;
}

/** A button in a row that acts at once. */
export function PlainButton({ label, about, disabled, onClick }: PlainButtonProps) {
  return (
    <button type="button" class="button small" disabled={disabled} onClick={onClick}>
      {label}
      <span class="visually-hidden"> {about}</span>
    </button>
  );
}
