import type { ConsoleSettings } from '#contract/console/session.ts';
import { Panel } from '../../shared/components/panel.tsx';
import { DataTable } from '../components/data-table.tsx';
import { settingsWords as text } from './settings-words.ts';

type Setting = ConsoleSettings['configuration'][number];

/** Empty for a role that may not see it. */
export function ConfigurationPanel({ configuration }: Pick<ConsoleSettings, 'configuration'>) {
  if (configuration.length === 0) return null;
  return (
    <Panel title={text.configuration} note={text.configurationNote}>
      <DataTable
        label={text.configuration}
        rows={configuration}
        keyOf={({ name }) => name}
        columns={[
          { name: text.variable, show: ({ name }) => <code>{name}</code> },
          { name: text.value, show: (setting) => <Value setting={setting} /> },
        ]}
      />
    </Panel>
  );
}

function Value({ setting: { value, secret } }: { readonly setting: Setting }) {
  if (value === null) return <span class="faint">{text.notSet}</span>;
  return secret ? <span class="faint">{text.isSecret}</span> : <code class="breaking">{value}</code>;
}
