import { useSignal } from '@preact/signals';
import { type Call, callAfter } from '#client/call.ts';
import { useAdministration } from './administration.ts';
import { useAction } from './use-action.ts';
import { type ReadOptions, useRead } from './use-read.ts';

interface ItemPage<T> {
  readonly data: readonly T[];
  readonly next_cursor: string | null;
}

/** What a page of a list says beside its items. */
type Page = ItemPage<unknown>;
type ItemOf<P extends Page> = P['data'][number];

export interface List<T, P = unknown> {
  /** The first page as it was answered; null until it is there. */
  readonly first: P | null;
  /** Null until the first page is there. */
  readonly items: readonly T[] | null;
  /** The items are still those of the previous filters. */
  readonly isStale: boolean;
  readonly problem: string | null;
  readonly refresh: () => Promise<void>;
  /** Reads the next page; null at the end of the list. */
  readonly showMore: (() => void) | null;
  readonly busy: boolean;
}

/** A list that is read page by page, as far as the reader asks for it. */
export function useList<P extends Page>(
  call: Call<P>,
  keyOf: (item: ItemOf<P>) => string,
  options: ReadOptions = {},
): List<ItemOf<P>, P> {
  const { address } = call;
  const { api } = useAdministration();
  const { data: first, isStale, problem, refresh } = useRead(call, options);
  const later = useSignal<(ItemPage<ItemOf<P>> & { readonly address: string }) | null>(null);
  const action = useAction();
  const more = later.value?.address === address ? later.value : null;
  const cursor = more === null ? first?.next_cursor : more.next_cursor;
  const readOn = (from: string) =>
    action.run(async () => {
      const answer = await api.read(callAfter(call, from));
      if (answer === 'unchanged') return;
      const { data, next_cursor } = answer.data;
      later.value = { next_cursor, data: [...(more?.data ?? []), ...data], address };
    });
  return {
    first,
    items: first && withoutRepeats([...first.data, ...(more?.data ?? [])], keyOf),
    isStale,
    problem: action.problem.value ?? problem,
    refresh: async () => {
      later.value = null;
      await refresh();
    },
    showMore: cursor && !isStale ? () => void readOn(cursor) : null,
    busy: action.busy.value,
  };
}

/** The first page is read again while later ones stay, so a row can be in both. */
function withoutRepeats<T>(items: readonly T[], keyOf: (item: T) => string): readonly T[] {
  return [...new Map(items.toReversed().map((item) => [keyOf(item), item])).values()].toReversed();
}
