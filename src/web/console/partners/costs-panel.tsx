import { ReadState } from '../../administration/components/read-state.tsx';
import { useRead } from '../../administration/state/use-read.ts';
import { Panel } from '../../shared/components/panel.tsx';
import { costWords, missingCostWords } from '../components/cost-words.ts';
import { monthLabel, monthsUntil } from '../components/months.ts';
import { call } from '../state/call.ts';
import { partnerWords as text } from './partner-words.ts';

/** What the partner has cost this month and the last. */
export function CostsPanel({ client }: { readonly client: string }) {
  return (
    <Panel title={text.costs} note={text.costsNote}>
      <dl class="facts">
        {monthsUntil(new Date(), 2).map((month) => (
          <MonthCost key={month} client={client} month={month} />
        ))}
      </dl>
    </Panel>
  );
}

function MonthCost({ client, month }: { readonly client: string; readonly month: string }) {
  const reading = useRead(call('reportMonth', { query: { client, month, limit: 1 } }));
  const cost = reading.data?.total.cost;
  return (
    <div>
      <dt>{monthLabel(month)}</dt>
      <dd>
        <ReadState {...reading} />
        {cost && costWords(cost)} {cost && <span class="faint">{missingCostWords(cost)}</span>}
      </dd>
    </div>
  );
}
