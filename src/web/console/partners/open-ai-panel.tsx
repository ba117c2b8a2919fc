import { useSignal } from '@preact/signals';
import { systemMessageModes } from '#contract/closed-sets.ts';
import { Select, TextInput } from '../../shared/components/inputs.tsx';
import { Panel } from '../../shared/components/panel.tsx';
import { SaveForm } from '../components/save-form.tsx';
import { useConsole } from '../console-context.ts';
import { useMay } from '../state/use-session.ts';
import { changeClient } from './change-client.ts';
import { partnerWords as text } from './partner-words.ts';
import type { TabProps } from './tab-props.ts';

/** How the partner's OpenAI-compatible requests are read. */
export function OpenAiPanel(props: TabProps) {
  const { api } = useConsole();
  const may = useMay();
  const { client } = props.overview;
  const system = useSignal(client.openai_system);
  const header = useSignal(client.openai_user_header ?? '');
  const user = useSignal(client.openai_default_user ?? '');
  const save = () =>
    changeClient(api, props, {
      openai_system: system.value,
      openai_user_header: header.value.trim() || null,
      openai_default_user: user.value || null,
    });
  return (
    <Panel title={text.openAi} note={text.openAiNote}>
      <SaveForm onSave={save} allowed={may('updateClient')}>
        <Select
          label={text.systemMessages}
          options={systemMessageModes.map((mode) => [mode, text.systemModes[mode]] as const)}
          value={system.value}
          onChange={(value) => {
            system.value = value;
          }}
        />
        <TextInput label={text.userHeader} value={header} maxLength={64} />
        <p class="note">{text.userHeaderHelp}</p>
        {may('getEndUser') && (
          <>
            <TextInput label={text.defaultUser} value={user} />
            <p class="note">{text.defaultUserHelp}</p>
          </>
        )}
      </SaveForm>
    </Panel>
  );
}
