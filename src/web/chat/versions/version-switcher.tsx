import { laterText } from '../../shared/text/later-text.ts';
import type { Turn } from '../state/turn.ts';
import { Switcher } from './switcher.tsx';

interface VersionSwitcherProps {
  readonly turn: Turn;
  readonly isLast: boolean;
}

/** For a question with more than one answer. */
export function VersionSwitcher({ turn, isLast }: VersionSwitcherProps) {
  const count = turn.answers.value.length;
  const index = turn.shown.value;
  if (count < 2) return null;
  return (
    <>
      <Switcher
        words={laterText.actions.version(index + 1, count)}
        hasPrevious={index > 0}
        hasNext={index < count - 1}
        onStep={(step) => {
          turn.shown.value = index + step;
        }}
      />
      {isLast && index < count - 1 && <span class="versions-note">{laterText.versions.older}</span>}
    </>
  );
}
