import { KnowledgeOfAgent } from '../../administration/knowledge/knowledge-screen.tsx';
import { createTenantCall } from '../../administration/state/tenant-call.ts';
import { knowledgeWords } from '../components/knowledge-words.ts';
import { useMay } from '../state/use-session.ts';

/** The operator's own documents have the same addresses as a partner's, without the partner. */
const call = createTenantCall('/api');

/** The operator's own documents, from which the agent answers every partner that may use it. */
export function AgentKnowledge({ agent }: { readonly agent: string }) {
  const may = useMay();
  return (
    <KnowledgeOfAgent
      call={call}
      text={{ ...knowledgeWords, note: 'From these, the agent answers every partner that may use it.' }}
      agent={agent}
      mayChange={may('putAgentDocument')}
    />
  );
}
