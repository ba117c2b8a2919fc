import { useAdministration } from '../state/administration.ts';

interface MoreButtonProps {
  readonly showMore: (() => void) | null;
  readonly busy: boolean;
}

/** The next page of a list; nothing at its end. */
export function MoreButton({ showMore, busy }: MoreButtonProps) {
  const { more } = useAdministration().words();
  return (
    showMore && (
      <div>
        <button type="button" class="button small" disabled={busy} onClick={showMore}>
          {more}
        </button>
      </div>
    )
  );
}
