import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import type { GuidanceAnswer } from '#contract/partners/guidance.ts';
import { Select } from '../../shared/components/inputs.tsx';
import { Panel } from '../../shared/components/panel.tsx';
import { ReadState } from '../components/read-state.tsx';
import { useRead } from '../state/use-read.ts';
import { GuidanceForm, type SaveDraft } from './guidance-form.tsx';
import { GuidanceHistory } from './guidance-history.tsx';
import type { GuidanceProps } from './guidance-props.ts';

interface GuidanceScreenProps extends GuidanceProps {
  /** The one that is shown first comes first. */
  readonly agents: readonly { readonly slug: string; readonly name: string }[];
  /** Where an agent can be tried, what stands below the form. */
  readonly tryWith?: (agent: string, saveDraft: SaveDraft) => ComponentChildren;
}

/** What a tenant adds to the instructions of its agents. */
export function GuidanceScreen({ agents, tryWith, ...props }: GuidanceScreenProps) {
  const { text } = props;
  const agent = useSignal(agents[0]?.slug ?? '');
  const options = agents.map(({ slug, name }) => [slug, name] as const);
  return (
    <>
      <Panel title={text.title} note={text.note}>
        {agents.length > 1 && (
          <Select
            label={text.agent}
            options={options}
            value={agent.value}
            onChange={(chosen) => {
              agent.value = chosen;
            }}
          />
        )}
      </Panel>
      <GuidanceOfAgent key={agent.value} agent={agent.value} tryWith={tryWith} {...props} />
    </>
  );
}

interface GuidanceOfAgentProps extends GuidanceProps {
  readonly agent: string;
  readonly tryWith: GuidanceScreenProps['tryWith'];
}

function GuidanceOfAgent({ tryWith, ...props }: GuidanceOfAgentProps) {
  const { call, agent } = props;
  const reading = useRead(call('getGuidance', { params: { agent } }));
  const changed = useSignal<GuidanceAnswer | null>(null);
  const guidance = changed.value ?? reading.data;
  if (guidance === null) return <ReadState {...reading} />;
  const own = {
    ...props,
    guidance,
    onChanged: (now: GuidanceAnswer) => {
      changed.value = now;
    },
  };
  return (
    <>
      <GuidanceForm {...own}>{(saveDraft) => tryWith?.(agent, saveDraft)}</GuidanceForm>
      <GuidanceHistory {...own} />
    </>
  );
}
