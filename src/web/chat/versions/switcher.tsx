import type { ComponentChildren } from 'preact';
import { laterText } from '../../shared/text/later-text.ts';
import { NextIcon, PreviousIcon } from '../tool-icons.tsx';

interface SwitcherProps {
  readonly words: string;
  readonly hasPrevious: boolean;
  readonly hasNext: boolean;
  readonly onStep: (step: 1 | -1) => void;
}

/** ‹ 2/3 › */
export function Switcher({ words, hasPrevious, hasNext, onStep }: SwitcherProps) {
  const { previous, next } = laterText.actions;
  return (
    <div class="versions">
      <StepButton label={previous} enabled={hasPrevious} onClick={() => onStep(-1)}>
        <PreviousIcon />
      </StepButton>
      <span>{words}</span>
      <StepButton label={next} enabled={hasNext} onClick={() => onStep(1)}>
        <NextIcon />
      </StepButton>
    </div>
  );
}

interface StepButtonProps {
  readonly label: string;
  readonly enabled: boolean;
  readonly onClick: () => void;
  readonly children: ComponentChildren;
}

/** At either end it keeps the focus, which a disabled button loses. */
function StepButton({ label, enabled, onClick, children }: StepButtonProps) {
  return (
    <button
      type="button"
      class="icon-button"
      aria-label={label}
      title={label}
      aria-disabled={!enabled}
      onClick={() => enabled && onClick()}
    >
      {children}
    </button>
  );
}
