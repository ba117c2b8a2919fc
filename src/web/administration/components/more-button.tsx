import { words } from '../../console/text/words.ts';

interface MoreButtonProps {
  readonly showMore: (() => void) | null;
  readonly busy: boolean;
}

/** The next page of a list; nothing at its end. */
export function MoreButton({ showMore, busy }: MoreButtonProps) {
  return (
    showMore && (
      <div>
        <button type="button" class="button small" disabled={busy} onClick={showMore}>
          {words.more}
        </button>
      </div>
    )
  );
}
