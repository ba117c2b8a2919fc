import { useSignal } from '@preact/signals';
import { ReadState } from '../../administration/components/read-state.tsx';
import { AskButton } from '../../administration/dialogs/ask-button.tsx';
import { useRead } from '../../administration/state/use-read.ts';
import { lazy } from '../../shared/components/lazy.tsx';
import { toast } from '../../shared/components/toast.tsx';
import { NotFound } from '../components/not-found.tsx';
import { Screen } from '../components/screen.tsx';
import { useConsole } from '../console-context.ts';
import { call } from '../state/call.ts';
import { addressOf, goTo } from '../state/route.ts';
import { useMay } from '../state/use-session.ts';
import { AgentForm } from './agent-form.tsx';
import { AgentPartners } from './agent-partners.tsx';
import { AgentVersions } from './agent-versions.tsx';
import { agentWords as text } from './agent-words.ts';
import { DeepDiveForm } from './deep-dive-form.tsx';

const AgentKnowledge = lazy<{ readonly agent: string }>(() =>
  import('./agent-knowledge.tsx').then((part) => part.AgentKnowledge),
);

export function AgentPage({ slug }: { readonly slug: string }) {
  const may = useMay();
  const reading = useRead(call('getAgentHistory', { params: { slug } }));
  const { data, refresh } = reading;
  const restored = useSignal<string | null>(null);
  const restore = (instructions: string) => {
    restored.value = instructions;
    toast(text.restored);
  };
  if (reading.isMissing) {
    return (
      <NotFound
        title={text.missing}
        body={text.missingBody(slug)}
        href={addressOf('agents')}
        list={text.allAgents}
      />
    );
  }
  return (
    <Screen
      title={data?.agent.name ?? slug}
      note={
        <>
          <a href={addressOf('agents')}>{text.allAgents}</a> · <code>{slug}</code>
        </>
      }
      tools={may('deleteAgent') && <DeleteButton slug={slug} />}
    >
      <ReadState {...reading} />
      {data && (
        <>
          <AgentForm agent={data.agent} restored={restored} onSaved={refresh} />
          <AgentVersions versions={data.versions} onRestore={may('updateAgent') ? restore : null} />
          <DeepDiveForm agent={data.agent} onSaved={refresh} />
          <AgentKnowledge agent={slug} />
          <AgentPartners history={data} />
        </>
      )}
    </Screen>
  );
}

function DeleteButton({ slug }: { readonly slug: string }) {
  const { api, route } = useConsole();
  const remove = async () => {
    await api.send(call('deleteAgent', { params: { slug } }));
    toast(text.removed(slug));
    goTo(route, addressOf('agents'));
  };
  return (
    <AskButton label={text.remove} title={text.removeTitle} danger onConfirm={remove}>
      {text.removeBody(slug)}
    </AskButton>
  );
}
