import { KnowledgeScreen } from '../../administration/knowledge/knowledge-screen.tsx';
import { knowledgeWords } from '../components/knowledge-words.ts';
import { partnerCall } from '../state/partner-call.ts';
import { useMay } from '../state/use-session.ts';
import type { TabProps } from './tab-props.ts';

export function KnowledgeTab({ overview: { client, agents } }: TabProps) {
  const may = useMay();
  return (
    <KnowledgeScreen
      call={partnerCall(client.slug)}
      text={{
        ...knowledgeWords,
        note: 'The partner’s own documents, from which the agent answers it alone.',
      }}
      agents={[...agents].sort((one, other) => Number(other.default) - Number(one.default))}
      mayChange={may('putClientDocument')}
    />
  );
}
