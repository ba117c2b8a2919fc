import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { Call } from '#client/call.ts';
import { RequestFailed } from '#client/request-failed.ts';
import { useAdministration } from './administration.ts';
import { readWhileVisible } from './read-while-visible.ts';

export interface Reading<T> {
  /** The latest answer. It stays while the next one is on its way, and when that fails. */
  readonly data: T | null;
  /** The answer is still the one to the previous filters. */
  readonly isStale: boolean;
  readonly problem: string | null;
  /** What was asked for does not exist, or no longer does. */
  readonly isMissing: boolean;
  readonly refresh: () => Promise<void>;
}

export interface ReadOptions {
  /** How often to read again while the page is visible; without it only once. */
  readonly everySeconds?: number;
}

interface Answered<T> {
  readonly address: string;
  readonly data: T;
  readonly etag: string | null;
}

/** The answer of a GET, for one thing under changing filters: a component that shows another thing has another key. */
export function useRead<T>(call: Call<T>, { everySeconds }: ReadOptions = {}): Reading<T> {
  const { address } = call;
  const { api, tell } = useAdministration();
  const answered = useSignal<Answered<T> | null>(null);
  const problem = useSignal<string | null>(null);
  const isMissing = useSignal(false);
  const wanted = useRef(address);
  wanted.current = address;
  const read = async (isPoll = false, signal?: AbortSignal) => {
    const known = answered.peek();
    const etag = known?.address === address ? known.etag : null;
    try {
      const answer = await api.read(call, { etag, isPoll, signal });
      if (wanted.current !== address) return;
      if (answer !== 'unchanged') answered.value = { address, ...answer };
      problem.value = null;
      isMissing.value = false;
    } catch (error) {
      if (signal?.aborted || wanted.current !== address) return;
      problem.value = tell(error);
      isMissing.value = error instanceof RequestFailed && error.status === 404;
    }
  };
  useEffect(() => {
    problem.value = null;
    isMissing.value = false;
    return readWhileVisible(read, everySeconds);
  }, [address, everySeconds]);
  const shown = answered.value;
  return {
    data: shown?.data ?? null,
    isStale: shown !== null && shown.address !== address,
    problem: problem.value,
    isMissing: isMissing.value,
    refresh: () => read(),
  };
}
