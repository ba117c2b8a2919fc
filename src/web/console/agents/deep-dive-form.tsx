import { useSignal } from '@preact/signals';
import { efforts, type ModelEffort } from '#contract/closed-sets.ts';
import { Select, TextArea, TextInput } from '../../shared/components/inputs.tsx';
import { Panel } from '../../shared/components/panel.tsx';
import { toast } from '../../shared/components/toast.tsx';
import { SaveForm } from '../components/save-form.tsx';
import { useConsole } from '../console-context.ts';
import { call } from '../state/call.ts';
import { useMay } from '../state/use-session.ts';
import { words } from '../text/words.ts';
import type { AgentFormProps } from './agent-form.tsx';
import { agentWords as text } from './agent-words.ts';
import { NamedFacts } from './named-facts.tsx';

export function DeepDiveForm({ agent: { slug, deep_dive: deepDive }, onSaved }: AgentFormProps) {
  const { api } = useConsole();
  const may = useMay();
  const model = useSignal(deepDive.model ?? '');
  const effort = useSignal<ModelEffort>(deepDive.effort);
  const instructions = useSignal(deepDive.instructions);
  const save = async () => {
    const settings = {
      model: model.value.trim() || null,
      effort: effort.value,
      instructions: instructions.value,
    };
    await api.send(call('updateAgent', { params: { slug }, body: { deep_dive: settings } }));
    await onSaved();
    toast(words.saved);
  };
  return (
    <Panel title={text.deepDive} note={text.deepDiveNote}>
      <SaveForm onSave={save} allowed={may('updateAgent')}>
        <div class="form-row">
          <TextInput label={text.model} value={model} maxLength={200} placeholder={text.modelHelp} />
          <Select
            label={text.effort}
            options={efforts.map((name) => [name, text.efforts[name]] as const)}
            value={effort.value}
            onChange={(value) => {
              effort.value = value;
            }}
          />
        </div>
        <TextArea label={text.deepDiveInstructions} value={instructions} rows={3} maxLength={50_000} />
        <NamedFacts instructions={instructions} />
      </SaveForm>
    </Panel>
  );
}
