import { useSignal } from '@preact/signals';
import { CopyBlock } from '../../shared/components/copy-block.tsx';
import { TextArea } from '../../shared/components/inputs.tsx';
import { Panel } from '../../shared/components/panel.tsx';
import { SaveForm } from '../components/save-form.tsx';
import { useConsole } from '../console-context.ts';
import { useMay } from '../state/use-session.ts';
import { changeClient } from './change-client.ts';
import { partnerWords as text } from './partner-words.ts';
import type { TabProps } from './tab-props.ts';

export function EmbeddingTab(props: TabProps) {
  const { api } = useConsole();
  const may = useMay();
  const { client, snippet, unguarded } = props.overview;
  const origins = useSignal(client.origins.join('\n'));
  const save = async () => {
    await changeClient(api, props, { origins: origins.value.split(/[\s,]+/).filter((line) => line !== '') });
  };
  return (
    <>
      {unguarded && <p class="warning">{text.unguarded}</p>}
      <Panel title={text.origins} note={text.originsHelp}>
        <SaveForm onSave={save} allowed={may('updateClient')}>
          <TextArea label={text.origins} value={origins} rows={4} />
        </SaveForm>
      </Panel>
      <Panel title={text.snippet} note={text.snippetHelp}>
        <CopyBlock label={text.snippet} value={snippet} />
      </Panel>
    </>
  );
}
