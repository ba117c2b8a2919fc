import { IconButton } from '../../shared/components/icon-button.tsx';
import { text } from '../../shared/text/text.ts';
import type { Turn } from '../state/turn.ts';
import { NextIcon, PreviousIcon } from './tool-icons.tsx';

/** ‹ 2/2 › for a question with more than one answer. */
export function VersionSwitcher({ turn }: { readonly turn: Turn }) {
  const count = turn.answers.value.length;
  const index = turn.shown.value;
  if (count < 2) return null;
  const show = (wanted: number) => {
    turn.shown.value = wanted;
  };
  return (
    <div class="versions">
      <IconButton label={text.actions.previous} disabled={index === 0} onClick={() => show(index - 1)}>
        <PreviousIcon />
      </IconButton>
      <span>{text.actions.version(index + 1, count)}</span>
      <IconButton label={text.actions.next} disabled={index === count - 1} onClick={() => show(index + 1)}>
        <NextIcon />
      </IconButton>
    </div>
  );
}
