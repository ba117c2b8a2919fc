import { LoadState } from '../../shared/components/load-state.tsx';
import type { List } from '../state/use-list.ts';
import type { Reading } from '../state/use-read.ts';

/** Shown while a screen loads, and where it could not be read. */
export function ReadState({ data, problem, refresh }: Reading<unknown>) {
  return (
    <LoadState
      isLoaded={data !== null}
      isEmpty={false}
      empty=""
      problem={problem}
      onRetry={() => void refresh()}
    />
  );
}

interface ListStateProps {
  readonly list: List<unknown>;
  /** The text for an empty answer. */
  readonly empty: string;
}

export function ListState({ list: { items, problem, refresh }, empty }: ListStateProps) {
  return (
    <LoadState
      isLoaded={items !== null}
      isEmpty={items?.length === 0}
      empty={empty}
      problem={problem}
      onRetry={() => void refresh()}
    />
  );
}
