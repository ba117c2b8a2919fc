import { systemMessageModes } from '#contract/closed-sets.ts';
import { Select, TextInput } from '../../../shared/components/inputs.tsx';
import { Panel } from '../../../shared/components/panel.tsx';
import { useMay } from '../../state/use-session.ts';
import { partnerWords as text } from '../partner-words.ts';
import type { LimitFields } from './limit-fields.ts';

/** How the partner's OpenAI-compatible requests are read. */
export function OpenAiPanel({ fields }: { readonly fields: LimitFields }) {
  const may = useMay();
  return (
    <Panel title={text.openAi} note={text.openAiNote}>
      <Select
        label={text.systemMessages}
        options={systemMessageModes.map((mode) => [mode, text.systemModes[mode]] as const)}
        value={fields.systemMessages.value}
        onChange={(value) => {
          fields.systemMessages.value = value;
        }}
      />
      <TextInput label={text.userHeader} value={fields.userHeader} maxLength={64} />
      <p class="note">{text.userHeaderHelp}</p>
      {may('getEndUser') && (
        <>
          <TextInput label={text.defaultUser} value={fields.defaultUser} />
          <p class="note">{text.defaultUserHelp}</p>
        </>
      )}
    </Panel>
  );
}
