import { tools } from '#locales/en/account/tools.ts';
import type { ToolWords } from '../../administration/tools/tools-props.ts';
import { ToolsScreen } from '../../administration/tools/tools-screen.tsx';
import { partnerCall } from '../state/partner-call.ts';
import { useMay } from '../state/use-session.ts';
import { partnerWords } from './partner-words.ts';
import type { TabProps } from './tab-props.ts';

/** An operator speaks of agents, and of the partner's functions. */
const text: ToolWords = {
  ...tools,
  note: 'The partner’s own functions that its agents may call, as the person who asks. With the scope tools, the partner manages them itself.',
  disableBody: 'No agent has any of its tools until it is enabled.',
  removeBody: 'No agent has its tools any more, and their approvals are deleted.',
  definition: 'What a model is told',
  noAgents: 'offered to no agent',
  agents: 'Agents that have it',
  withdrawBody: 'No agent has this tool any more, and calls that wait for a yes are not made.',
};

export function ToolsTab({ overview: { client, agents } }: TabProps) {
  const may = useMay();
  if (!may('listClientToolServers')) return <p class="empty">{partnerWords.toolsHidden}</p>;
  return (
    <ToolsScreen
      call={partnerCall(client.slug)}
      text={text}
      title={partnerWords.tabs.tools}
      agents={agents}
      mayChange={may('updateClientToolServer')}
      password={null}
    />
  );
}
