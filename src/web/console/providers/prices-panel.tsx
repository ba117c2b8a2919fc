import type { ModelPrice } from '#contract/usage/prices.ts';
import { MoreButton } from '../../administration/components/more-button.tsx';
import { DialogButton } from '../../administration/dialogs/dialog-button.tsx';
import { useList } from '../../administration/state/use-list.ts';
import { useRead } from '../../administration/state/use-read.ts';
import { LoadState } from '../../shared/components/load-state.tsx';
import { Panel } from '../../shared/components/panel.tsx';
import { type Column, DataTable } from '../components/data-table.tsx';
import { call } from '../state/call.ts';
import { useMay } from '../state/use-session.ts';
import { providerWords } from './provider-words.ts';
import { SetPrice } from './set-price.tsx';

const text = providerWords.prices;

interface PricesPanelProps {
  /** `<provider>/<model>`, to choose from. */
  readonly models: readonly string[];
}

/** What models cost, as the operator has entered it. */
export function PricesPanel({ models }: PricesPanelProps) {
  const may = useMay();
  const { items, problem, refresh, showMore, busy } = useList(call('listPrices', {}), keyOf);
  const month = useRead(call('reportMonth', { query: { limit: 1 } }));
  const unpriced = month.data?.total.cost.unpriced ?? [];
  const refreshAll = async () => {
    await Promise.all([refresh(), month.refresh()]);
  };
  return (
    <Panel
      title={text.title}
      note={text.note}
      tools={
        may('setPrice') && (
          <DialogButton label={text.set}>
            {(close) => (
              <SetPrice
                models={[...new Set([...unpriced, ...models])]}
                currency={items?.[0]?.currency ?? null}
                onSet={refreshAll}
                onClose={close}
              />
            )}
          </DialogButton>
        )
      }
    >
      <LoadState
        isLoaded={items !== null}
        isEmpty={items?.length === 0}
        empty={text.empty}
        problem={problem}
        onRetry={() => void refresh()}
      />
      {items !== null && items.length > 0 && (
        <>
          {unpriced.length > 0 && <p class="warning">{text.unpriced(unpriced.join(', '))}</p>}
          <DataTable label={text.title} rows={items} keyOf={keyOf} columns={columns} />
        </>
      )}
      <MoreButton showMore={showMore} busy={busy} />
    </Panel>
  );
}

const columns: readonly Column<ModelPrice>[] = [
  { name: text.model, show: ({ model }) => <code class="breaking">{model}</code> },
  { name: text.from, show: ({ from_day: day }) => day },
  { name: text.input, number: true, show: ({ input }) => input },
  { name: text.cacheRead, number: true, spare: true, show: (price) => price.cache_read ?? text.asInput },
  { name: text.cacheWrite, number: true, spare: true, show: (price) => price.cache_write ?? text.asInput },
  { name: text.output, number: true, show: ({ output }) => output },
  { name: text.currency, show: ({ currency }) => currency },
];

function keyOf({ model, from_day: day }: ModelPrice): string {
  return `${model} ${day}`;
}
