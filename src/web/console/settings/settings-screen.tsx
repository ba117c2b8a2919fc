import { ReadState } from '../../administration/components/read-state.tsx';
import { useRead } from '../../administration/state/use-read.ts';
import { Screen } from '../components/screen.tsx';
import { Tabs } from '../components/tabs.tsx';
import { useConsole } from '../console-context.ts';
import { call } from '../state/call.ts';
import { addressOf } from '../state/route.ts';
import { words } from '../text/words.ts';
import { ConfigurationPanel } from './configuration-panel.tsx';
import { DoctorPanel } from './doctor-panel.tsx';
import { MailPanel } from './mail-panel.tsx';
import { OperatorsPanel } from './operators-panel.tsx';
import { PasskeysPanel } from './passkeys-panel.tsx';
import { SessionsPanel } from './sessions-panel.tsx';
import type { SettingsProps } from './settings-props.ts';
import { settingsWords as text } from './settings-words.ts';

const parts = { service: ServicePart, operators: OperatorsPanel, you: YouPart } as const;
type PartName = keyof typeof parts;

export function SettingsScreen() {
  const { tab } = useConsole().route.value.filters;
  const reading = useRead(call('getSettings', {}));
  const { data, refresh } = reading;
  const current = tab === 'operators' || tab === 'you' ? tab : 'service';
  const Part = parts[current];
  return (
    <Screen title={words.sectionNames.settings}>
      <Tabs
        label={text.tabList}
        names={text.tabs}
        current={current}
        addressOf={(name: PartName) => addressOf('settings', null, name === 'service' ? {} : { tab: name })}
      />
      <ReadState {...reading} />
      {data && <Part settings={data} refresh={refresh} />}
    </Screen>
  );
}

function ServicePart({ settings }: SettingsProps) {
  return (
    <>
      <DoctorPanel />
      <MailPanel mail={settings.mail} />
      <ConfigurationPanel configuration={settings.configuration} />
    </>
  );
}

function YouPart(props: SettingsProps) {
  return (
    <>
      <PasskeysPanel {...props} />
      <SessionsPanel {...props} />
    </>
  );
}
