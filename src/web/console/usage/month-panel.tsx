import type { UsageMonth } from '#contract/usage/usage-month.ts';
import { MoreButton } from '../../administration/components/more-button.tsx';
import { useList } from '../../administration/state/use-list.ts';
import { LoadState } from '../../shared/components/load-state.tsx';
import { Panel } from '../../shared/components/panel.tsx';
import { costWords, missingCostWords } from '../components/cost-words.ts';
import { type Column, DataTable } from '../components/data-table.tsx';
import { FilterSelect } from '../components/filter-select.tsx';
import { compact, count } from '../components/format.ts';
import { monthLabel, monthsUntil } from '../components/months.ts';
import { useConsole } from '../console-context.ts';
import { call } from '../state/call.ts';
import { addressOf } from '../state/route.ts';
import { words } from '../text/words.ts';
import { usageWords as text } from './usage-words.ts';

type Row = UsageMonth['data'][number];

const shownMonths = 13;

/** What each partner has cost in a month, and everything that was used in it as a file. */
export function MonthPanel() {
  const { filters } = useConsole().route.value;
  const months = monthsUntil(new Date(), shownMonths);
  const month = filters['month'] || (months[0] ?? '');
  const query = { month };
  const { first, items, problem, refresh, showMore, busy } = useList(
    call('reportMonth', { query: { ...query, limit: 50 } }),
    ({ client }) => client,
  );
  return (
    <Panel
      title={text.monthTitle}
      note={text.monthNote}
      tools={
        <>
          <FilterSelect
            label={text.month}
            name="month"
            options={months.map((each, index) => [index === 0 ? '' : each, monthLabel(each)] as const)}
          />
          <a class="button small" href={call('exportUsage', { query }).address} download>
            {words.csv}
            <span class="visually-hidden"> {monthLabel(month)}</span>
          </a>
        </>
      }
    >
      <LoadState
        isLoaded={items !== null}
        isEmpty={items?.length === 0}
        empty={text.monthEmpty}
        problem={problem}
        onRetry={() => void refresh()}
      />
      {first !== null && items !== null && items.length > 0 && (
        <>
          <p>
            {text.allOfMonth}: <b>{costWords(first.total.cost)}</b> {missingCostWords(first.total.cost)}
          </p>
          <DataTable label={text.monthTitle} rows={items} keyOf={({ client }) => client} columns={columns} />
        </>
      )}
      <MoreButton showMore={showMore} busy={busy} />
    </Panel>
  );
}

const columns: readonly Column<Row>[] = [
  {
    name: text.keys.client,
    show: ({ client, name }) => <a href={addressOf('partners', client)}>{name}</a>,
  },
  { name: text.calls, number: true, show: ({ calls }) => count(calls ?? 0) },
  { name: text.input, number: true, show: ({ input_tokens: tokens }) => tokensWords(tokens) },
  { name: text.cacheRead, number: true, spare: true, show: (row) => tokensWords(row.cache_read_tokens) },
  { name: text.output, number: true, show: ({ output_tokens: tokens }) => tokensWords(tokens) },
  { name: text.cost, number: true, show: ({ cost }) => costWords(cost) },
];

/** Tokens that no provider has reported are not known, which is not 0. */
function tokensWords(tokens: number | null): string {
  return tokens === null ? words.unknown : compact(tokens);
}
