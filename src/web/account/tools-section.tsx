import { createTenantCall } from '../administration/state/tenant-call.ts';
import { ToolsScreen } from '../administration/tools/tools-screen.tsx';
import { useAccount } from './account-context.ts';
import { accountRoot } from './state/account-client.ts';
import { laterWords, words } from './text/words.ts';

const call = createTenantCall(accountRoot);

export function ToolsSection() {
  const { data } = useAccount();
  const { tools: text, ownKey } = laterWords();
  return (
    <ToolsScreen
      call={call}
      text={text}
      title={words().sectionNames.tools}
      agents={data.agents}
      mayChange
      password={ownKey.password}
    />
  );
}
