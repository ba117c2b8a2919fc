import { KnowledgeScreen } from '../administration/knowledge/knowledge-screen.tsx';
import { createTenantCall } from '../administration/state/tenant-call.ts';
import { useAccount } from './account-context.ts';
import { accountRoot } from './state/account-client.ts';
import { laterWords } from './text/words.ts';

const call = createTenantCall(accountRoot);

export function KnowledgeSection() {
  const { data } = useAccount();
  return <KnowledgeScreen call={call} text={laterWords().knowledge} agents={data.agents} mayChange />;
}
