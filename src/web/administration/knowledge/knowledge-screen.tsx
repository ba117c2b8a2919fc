import { useSignal } from '@preact/signals';
import { Select } from '../../shared/components/inputs.tsx';
import { DocumentsPanel } from './documents-panel.tsx';
import type { KnowledgeOfAgentProps, KnowledgeProps } from './knowledge-props.ts';
import { TryQuestion } from './try-question.tsx';

interface KnowledgeScreenProps extends KnowledgeProps {
  /** The one that is shown first comes first. */
  readonly agents: readonly { readonly slug: string; readonly name: string }[];
}

/** The documents from which agents answer. */
export function KnowledgeScreen({ agents, ...props }: KnowledgeScreenProps) {
  const { text } = props;
  const agent = useSignal(agents[0]?.slug ?? '');
  return (
    <>
      {agents.length > 1 && (
        <Select
          label={text.agent}
          options={agents.map(({ slug, name }) => [slug, name] as const)}
          value={agent.value}
          onChange={(chosen) => {
            agent.value = chosen;
          }}
        />
      )}
      <KnowledgeOfAgent key={agent.value} agent={agent.value} {...props} />
    </>
  );
}

/** The documents of one agent, and what they say to a question. */
export function KnowledgeOfAgent(props: KnowledgeOfAgentProps) {
  return (
    <>
      <DocumentsPanel {...props} />
      {props.mayChange && <TryQuestion {...props} />}
    </>
  );
}
