import { useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { subscriptionStatuses } from '#contract/closed-sets.ts';
import { quotaDimensions } from '#contract/quota.ts';
import { Check, Select, TextInput } from '../../../shared/components/inputs.tsx';
import { Panel } from '../../../shared/components/panel.tsx';
import { dimensionNames } from '../../../shared/text/dimension-names.ts';
import { SaveForm } from '../../components/save-form.tsx';
import { useConsole } from '../../console-context.ts';
import { inWordsOf } from '../../state/in-words-of.ts';
import { useMay } from '../../state/use-session.ts';
import { changeClient } from '../change-client.ts';
import { partnerWords as text } from '../partner-words.ts';
import type { TabProps } from '../tab-props.ts';
import { changeBetween, type LimitFields, limitFields, settingsIn, takeStoredLimit } from './limit-fields.ts';
import { limitWords } from './limit-words.ts';
import { OpenAiPanel } from './open-ai-panel.tsx';

/** All settings of a partner in one form, which sends those that differ from what it began with. */
export function LimitsTab(props: TabProps) {
  const { api } = useConsole();
  const may = useMay();
  const fields = useMemo(() => limitFields(props.overview.client), []);
  const saved = useSignal(settingsIn(fields));
  const settings = settingsIn(fields);
  const { change, count } = changeBetween(saved.value, settings);
  const save = async () => {
    const client = await inWordsOf(limitWords, () => changeClient(api, props, change));
    saved.value = takeStoredLimit(fields, settings, client);
  };
  return (
    <SaveForm onSave={save} allowed={may('updateClient')} changes={count}>
      <PlanPanel fields={fields} />
      <UserLimitsPanel fields={fields} />
      <RatesPanel fields={fields} />
      <ModelsPanel fields={fields} />
      <OpenAiPanel fields={fields} />
    </SaveForm>
  );
}

interface PanelProps {
  readonly fields: LimitFields;
}

function PlanPanel({ fields }: PanelProps) {
  return (
    <Panel title={text.plan}>
      <div class="form-row">
        <TextInput label={text.name} value={fields.name} required maxLength={100} />
        <Select
          label={text.status}
          options={subscriptionStatuses.map((each) => [each, text.statuses[each]] as const)}
          value={fields.status.value}
          onChange={(value) => {
            fields.status.value = value;
          }}
        />
      </div>
      <TextInput label={text.dailyLimit} type="number" value={fields.dailyLimit} />
      <p class="note">{text.unlimited}</p>
      <TextInput label={text.retention} type="number" value={fields.retention} />
      <p class="note">{text.retentionHelp}</p>
      <TextInput label={text.knowledge} type="number" value={fields.knowledge} />
      <p class="note">{text.knowledgeHelp}</p>
      <Check label={text.deepDive} help={text.deepDiveHelp} value={fields.deepDive} />
      <Check label={text.showCost} help={text.showCostHelp} value={fields.showCost} />
    </Panel>
  );
}

function UserLimitsPanel({ fields: { userLimits } }: PanelProps) {
  return (
    <Panel title={text.userLimits} note={text.unlimited}>
      <div class="form-row">
        {quotaDimensions.map((dimension) => (
          <TextInput
            key={dimension}
            label={dimensionNames[dimension]}
            type="number"
            value={userLimits[dimension]}
          />
        ))}
      </div>
    </Panel>
  );
}

function RatesPanel({ fields }: PanelProps) {
  return (
    <Panel title={text.rates} note={text.unlimitedRate}>
      <div class="form-row">
        <TextInput label={text.burst} type="number" value={fields.burst} />
        <TextInput label={text.concurrent} type="number" value={fields.concurrent} />
        <TextInput label={text.concurrentUser} type="number" value={fields.concurrentPerUser} />
      </div>
    </Panel>
  );
}

function ModelsPanel({ fields }: PanelProps) {
  return (
    <Panel title={text.models}>
      <TextInput label={text.model} value={fields.model} maxLength={200} />
      <p class="note">{text.modelHelp}</p>
      <TextInput label={text.providers} value={fields.providers} />
      <p class="note">{text.providersHelp}</p>
    </Panel>
  );
}
