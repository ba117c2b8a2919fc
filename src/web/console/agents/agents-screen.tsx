import { useConsole } from '../console-context.ts';
import { AgentList } from './agent-list.tsx';
import { AgentPage } from './agent-page.tsx';

export function AgentsScreen() {
  const { name } = useConsole().route.value;
  return name === null ? <AgentList /> : <AgentPage key={name} slug={name} />;
}
