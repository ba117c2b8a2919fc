import { useSignal } from '@preact/signals';
import type { QuotaDimension } from '#contract/quota.ts';
import { useAction } from '../../administration/state/use-action.ts';
import { Choice } from '../../shared/components/choice.tsx';
import { Panel } from '../../shared/components/panel.tsx';
import { Problem } from '../../shared/components/problem.tsx';
import { download } from '../../shared/download.ts';
import { useAccount } from '../account-context.ts';
import { call } from '../state/account-client.ts';
import { words } from '../text/words.ts';
import { DayChart } from './day-chart.tsx';
import { DayTable } from './day-table.tsx';
import { dimensionOptions } from './dimension.ts';
import { TodayMeters } from './today-meters.tsx';
import { MonthPanel } from './tokens-and-cost.tsx';
import { TopToday } from './top-today.tsx';
import { daysCsv, usersCsv } from './usage-csv.ts';
import { UserTable } from './user-table.tsx';

export function UsageSection() {
  const { client, usage, data } = useAccount();
  const dimension = useSignal<QuotaDimension>('requests');
  const view = useSignal<'chart' | 'table'>('chart');
  const { busy, problem, run } = useAction();
  const { days, users } = usage.value;
  const refresh = () =>
    run(async () => {
      usage.value = await client.send(call('getUsage', {}));
    });
  const save = (name: string, content: string) =>
    download(`${data.tenant.slug}-${name}.csv`, 'text/csv', content);
  return (
    <>
      <div class="section-tools">
        <Choice
          legend={words().usage.dimension}
          options={dimensionOptions()}
          chosen={dimension.value}
          onChoose={(value) => {
            dimension.value = value;
          }}
        />
        <button type="button" class="quiet-button" disabled={busy.value} onClick={() => void refresh()}>
          {words().refresh}
        </button>
      </div>
      <Problem text={problem.value} />
      <TodayMeters />
      <TopToday />
      <MonthPanel />
      <Panel
        title={words().usage.days}
        tools={
          <>
            <Choice
              legend={words().usage.view}
              options={[
                { value: 'chart', label: words().usage.chart },
                { value: 'table', label: words().usage.table },
              ]}
              chosen={view.value}
              onChoose={(value) => {
                view.value = value;
              }}
            />
            <CsvButton
              about={words().usage.days}
              onClick={() => save('usage-by-day', daysCsv(usage.value))}
            />
          </>
        }
      >
        {view.value === 'chart' ? (
          <DayChart days={days} dimension={dimension.value} />
        ) : (
          <DayTable days={days} />
        )}
      </Panel>
      <Panel
        title={words().usage.byUser}
        note={words().usage.byUserNote}
        tools={
          users.length > 0 && (
            <CsvButton
              about={words().usage.byUser}
              onClick={() => save('usage-by-user', usersCsv(usage.value))}
            />
          )
        }
      >
        {users.length === 0 ? (
          <p class="empty">{words().usage.empty}</p>
        ) : (
          <UserTable users={users} dimension={dimension.value} />
        )}
      </Panel>
    </>
  );
}

function CsvButton({ about, onClick }: { readonly about: string; readonly onClick: () => void }) {
  return (
    <button type="button" class="button small" onClick={onClick}>
      {words().csv}
      <span class="visually-hidden"> {about}</span>
    </button>
  );
}
