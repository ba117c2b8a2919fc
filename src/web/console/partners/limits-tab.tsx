import { signal, useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { type SubscriptionStatus, subscriptionStatuses } from '#contract/closed-sets.ts';
import { perDimension, quotaDimensions } from '#contract/quota.ts';
import { Check, Select, TextInput } from '../../shared/components/inputs.tsx';
import { Panel } from '../../shared/components/panel.tsx';
import { dimensionNames } from '../../shared/text/dimension-names.ts';
import { SaveForm } from '../components/save-form.tsx';
import { useConsole } from '../console-context.ts';
import { useMay } from '../state/use-session.ts';
import { changeClient } from './change-client.ts';
import { OpenAiPanel } from './open-ai-panel.tsx';
import { partnerWords as text } from './partner-words.ts';
import type { TabProps } from './tab-props.ts';

export function LimitsTab(props: TabProps) {
  return (
    <>
      <PlanPanel {...props} />
      <UserLimitsPanel {...props} />
      <RatesPanel {...props} />
      <ModelsPanel {...props} />
      <OpenAiPanel {...props} />
    </>
  );
}

function PlanPanel(props: TabProps) {
  const { api } = useConsole();
  const may = useMay();
  const { client } = props.overview;
  const name = useSignal(client.name);
  const status = useSignal<SubscriptionStatus>(client.subscription_status);
  const limit = useSignal(written(client.daily_limit));
  const deepDive = useSignal(client.deep_dive_enabled);
  const retention = useSignal(written(client.retention_days));
  const save = () =>
    changeClient(api, props, {
      name: name.value,
      subscription_status: status.value,
      daily_limit: read(limit.value),
      deep_dive_enabled: deepDive.value,
      retention_days: read(retention.value),
    });
  return (
    <Panel title={text.plan}>
      <SaveForm onSave={save} allowed={may('updateClient')}>
        <TextInput label={text.name} value={name} required maxLength={100} />
        <div class="form-row">
          <Select
            label={text.status}
            options={subscriptionStatuses.map((each) => [each, text.statuses[each]] as const)}
            value={status.value}
            onChange={(value) => {
              status.value = value;
            }}
          />
          <TextInput label={text.dailyLimit} type="number" value={limit} />
        </div>
        <p class="note">{text.unlimited}</p>
        <TextInput label={text.retention} type="number" value={retention} />
        <p class="note">{text.retentionHelp}</p>
        <Check label={text.deepDive} help={text.deepDiveHelp} value={deepDive} />
      </SaveForm>
    </Panel>
  );
}

function UserLimitsPanel(props: TabProps) {
  const { api } = useConsole();
  const may = useMay();
  const { user_limits: limits } = props.overview.client;
  const fields = useMemo(() => perDimension((dimension) => signal(written(limits[dimension]))), [limits]);
  const save = () =>
    changeClient(api, props, {
      user_limits: perDimension((dimension) => read(fields[dimension].value)),
    });
  return (
    <Panel title={text.userLimits} note={text.unlimited}>
      <SaveForm onSave={save} allowed={may('updateClient')}>
        <div class="form-row">
          {quotaDimensions.map((dimension) => (
            <TextInput
              key={dimension}
              label={dimensionNames[dimension]}
              type="number"
              value={fields[dimension]}
            />
          ))}
        </div>
      </SaveForm>
    </Panel>
  );
}

function RatesPanel(props: TabProps) {
  const { api } = useConsole();
  const may = useMay();
  const { client } = props.overview;
  const burst = useSignal(written(client.burst_per_minute));
  const concurrent = useSignal(written(client.concurrent_turns));
  const perUser = useSignal(written(client.concurrent_turns_per_user));
  const save = () =>
    changeClient(api, props, {
      burst_per_minute: read(burst.value),
      concurrent_turns: read(concurrent.value),
      concurrent_turns_per_user: read(perUser.value),
    });
  return (
    <Panel title={text.rates} note={text.unlimitedRate}>
      <SaveForm onSave={save} allowed={may('updateClient')}>
        <div class="form-row">
          <TextInput label={text.burst} type="number" value={burst} />
          <TextInput label={text.concurrent} type="number" value={concurrent} />
          <TextInput label={text.concurrentUser} type="number" value={perUser} />
        </div>
      </SaveForm>
    </Panel>
  );
}

function ModelsPanel(props: TabProps) {
  const { api } = useConsole();
  const may = useMay();
  const { client } = props.overview;
  const model = useSignal(client.model ?? '');
  const providers = useSignal(client.providers?.join(', ') ?? '');
  const save = () => {
    const named = providers.value.split(/[\s,]+/).filter((id) => id !== '');
    return changeClient(api, props, {
      model: model.value.trim() || null,
      providers: named.length === 0 ? null : named,
    });
  };
  return (
    <Panel title={text.models}>
      <SaveForm onSave={save} allowed={may('updateClient')}>
        <TextInput label={text.model} value={model} maxLength={200} />
        <p class="note">{text.modelHelp}</p>
        <TextInput label={text.providers} value={providers} />
        <p class="note">{text.providersHelp}</p>
      </SaveForm>
    </Panel>
  );
}

function written(limit: number | null): string {
  return limit === null ? '' : String(limit);
}

/** Anything but a number is sent as it is: the service says what is wrong with it. */
function read(text: string): number | null {
  return text.trim() === '' ? null : Number(text);
}
