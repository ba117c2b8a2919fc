import type { AgentHistory } from '#contract/console/screens.ts';
import { Panel } from '../../shared/components/panel.tsx';
import { Facts } from '../components/facts.tsx';
import { addressOf } from '../state/route.ts';
import { agentWords as text } from './agent-words.ts';

export function AgentPartners({ history }: { readonly history: AgentHistory }) {
  return (
    <Panel title={text.bound} note={text.boundNote}>
      <Facts
        facts={[
          [text.defaultOf, <Slugs key="default" {...history.default_of} />],
          [text.boundTo, <Slugs key="bound" {...history.bound} />],
        ]}
      />
    </Panel>
  );
}

function Slugs({ data, more }: AgentHistory['bound']) {
  if (data.length === 0) return <>{text.nobody}</>;
  return (
    <span class="slugs">
      {data.map((slug) => (
        <a key={slug} href={addressOf('partners', slug, { tab: 'agents' })}>
          {slug}
        </a>
      ))}
      {more && <span>{text.andMore}</span>}
    </span>
  );
}
