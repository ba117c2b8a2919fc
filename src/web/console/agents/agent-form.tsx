import { type Signal, useSignal, useSignalEffect } from '@preact/signals';
import type { AgentResource } from '#contract/admin.ts';
import { Check, TextArea, TextInput } from '../../shared/components/inputs.tsx';
import { Panel } from '../../shared/components/panel.tsx';
import { toast } from '../../shared/components/toast.tsx';
import { SaveForm } from '../components/save-form.tsx';
import { useConsole } from '../console-context.ts';
import { call } from '../state/call.ts';
import { useMay } from '../state/use-session.ts';
import { words } from '../text/words.ts';
import { agentWords as text } from './agent-words.ts';
import { NamedFacts } from './named-facts.tsx';

export interface AgentFormProps {
  readonly agent: AgentResource;
  readonly onSaved: () => Promise<void>;
}

interface RestoringProps extends AgentFormProps {
  /** Instructions of a version that the reader wants back; they are saved like any others. */
  readonly restored: Signal<string | null>;
}

export function AgentForm({ agent, restored, onSaved }: RestoringProps) {
  const { api } = useConsole();
  const may = useMay();
  const name = useSignal(agent.name);
  const instructions = useSignal(agent.instructions);
  const model = useSignal(agent.model ?? '');
  const open = useSignal(!agent.reserved);
  useSignalEffect(() => {
    if (restored.value === null) return;
    instructions.value = restored.value;
    restored.value = null;
  });
  const save = async () => {
    const body = {
      name: name.value.trim(),
      instructions: instructions.value,
      model: model.value.trim() || null,
      reserved: !open.value,
    };
    await api.send(call('updateAgent', { params: { slug: agent.slug }, body }));
    await onSaved();
    toast(words.saved);
  };
  return (
    <Panel title={text.settings}>
      <SaveForm onSave={save} allowed={may('updateAgent')}>
        <TextArea label={text.instructions} value={instructions} rows={12} required maxLength={50_000} />
        <p class="note">{text.instructionsHelp}</p>
        <NamedFacts instructions={instructions} />
        <div class="form-row">
          <TextInput label={text.name} value={name} required maxLength={100} />
          <TextInput label={text.model} value={model} maxLength={200} placeholder={text.modelHelp} />
        </div>
        <Check label={text.open} help={text.openHelp} value={open} />
      </SaveForm>
    </Panel>
  );
}
