import { IconButton } from '../../shared/components/icon-button.tsx';
import { laterText } from '../../shared/text/later-text.ts';
import { useChat } from '../chat-context.ts';
import { editQuestion } from '../state/edit-question.ts';
import type { EarlierVersion } from '../state/open-conversation.ts';
import type { Turn } from '../state/turn.ts';
import { PencilIcon } from '../tool-icons.tsx';
import { keepInPlace } from '../versions/keep-in-place.ts';
import { showVersion } from '../versions/show-version.ts';
import { Switcher } from '../versions/switcher.tsx';
import { CopyButton } from './copy-button.tsx';

interface QuestionToolsProps {
  readonly turn: Turn;
  readonly earlier: EarlierVersion | null;
}

/** The actions on a question. One of an earlier version can only be read and copied. */
export function QuestionTools({ turn, earlier }: QuestionToolsProps) {
  const chat = useChat();
  const open = chat.current.value;
  const canEdit = turn.uuid.value !== null && open.running.value === null && !chat.paused.value;
  return (
    <>
      <CopyButton content={turn.question.value ?? ''} />
      {earlier === null && (
        <IconButton
          class="edit-button"
          label={laterText.versions.edit}
          disabled={!canEdit}
          onClick={() => editQuestion(open, turn)}
        >
          <PencilIcon />
        </IconButton>
      )}
      <QuestionVersions turn={turn} earlier={earlier} />
    </>
  );
}

/** How many versions there are is known once the first of them has been asked for. */
function QuestionVersions({ turn, earlier }: QuestionToolsProps) {
  const chat = useChat();
  const isReplaced = earlier?.turns[0] === turn;
  const standing = isReplaced ? earlier.replacedBy : turn;
  if (standing.replaces === null || (earlier !== null && !isReplaced)) return null;
  const count = standing.versionCount.value;
  const index = earlier?.index ?? (count ?? 2) - 1;
  return (
    <Switcher
      words={count === null ? laterText.versions.edited : laterText.actions.version(index + 1, count)}
      hasPrevious={index > 0}
      hasNext={earlier !== null}
      onStep={(step) => void keepInPlace(() => showVersion(chat, standing, step))}
    />
  );
}
