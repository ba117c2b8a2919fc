import { commonText } from '../text/common-text.ts';
import { Problem } from './problem.tsx';

interface LoadStateProps {
  readonly isLoaded: boolean;
  readonly isEmpty: boolean;
  readonly empty: string;
  readonly problem: string | null;
  readonly onRetry: () => void;
}

/** Shown where a list is loading, is empty, or could not be read. */
export function LoadState({ isLoaded, isEmpty, empty, problem, onRetry }: LoadStateProps) {
  return (
    <>
      {!isLoaded && problem === null && (
        <p class="note" role="status">
          {commonText.loading}
        </p>
      )}
      {isEmpty && <p class="empty">{empty}</p>}
      <Problem text={problem} />
      {!isLoaded && problem !== null && (
        <div>
          <button type="button" class="button small" onClick={onRetry}>
            {commonText.tryAgain}
          </button>
        </div>
      )}
    </>
  );
}
