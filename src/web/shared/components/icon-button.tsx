import type { ComponentChildren } from 'preact';

export interface IconButtonProps {
  /** The accessible name, also shown as a tooltip. */
  readonly label: string;
  readonly onClick: (event: { readonly currentTarget: Element }) => void;
  readonly children: ComponentChildren;
  readonly pressed?: boolean;
  readonly expanded?: boolean;
  readonly disabled?: boolean;
  readonly class?: string;
  readonly describedBy?: string;
}

export function IconButton(props: IconButtonProps) {
  return (
    <button
      type="button"
      class={`icon-button ${props.class ?? ''}`}
      aria-label={props.label}
      title={props.label}
      aria-pressed={props.pressed}
      aria-expanded={props.expanded}
      aria-describedby={props.describedBy}
      disabled={props.disabled}
      onClick={props.onClick}
    >
      {props.children}
    </button>
  );
}
