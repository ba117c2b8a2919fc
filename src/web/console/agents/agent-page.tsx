import { useSignal } from '@preact/signals';
import type { AgentHistory } from '#contract/console/screens.ts';
import { toast } from '../../shared/components/toast.tsx';
import { ReadState } from '../components/read-state.tsx';
import { Screen } from '../components/screen.tsx';
import { useConsole } from '../console-context.ts';
import { AskButton } from '../dialogs/ask-button.tsx';
import { addressOf, goTo } from '../state/route.ts';
import { useRead } from '../state/use-read.ts';
import { useMay } from '../state/use-session.ts';
import { AgentForm } from './agent-form.tsx';
import { AgentPartners } from './agent-partners.tsx';
import { AgentVersions } from './agent-versions.tsx';
import { agentWords as text } from './agent-words.ts';
import { DeepDiveForm } from './deep-dive-form.tsx';

export function AgentPage({ slug }: { readonly slug: string }) {
  const may = useMay();
  const path = `/agents/${encodeURIComponent(slug)}`;
  const reading = useRead<AgentHistory>(`${path}/history`);
  const { data, refresh } = reading;
  const restored = useSignal<string | null>(null);
  const restore = (instructions: string) => {
    restored.value = instructions;
    toast(text.restored);
  };
  return (
    <Screen
      title={data?.agent.name ?? slug}
      note={
        <>
          <a href={addressOf('agents')}>{text.allAgents}</a> · <code>{slug}</code>
        </>
      }
      tools={may('deleteAgent') && <DeleteButton slug={slug} path={path} />}
    >
      <ReadState {...reading} />
      {data && (
        <>
          <AgentForm path={path} agent={data.agent} restored={restored} onSaved={refresh} />
          <AgentVersions versions={data.versions} onRestore={may('updateAgent') ? restore : null} />
          <DeepDiveForm path={path} agent={data.agent} onSaved={refresh} />
          <AgentPartners history={data} />
        </>
      )}
    </Screen>
  );
}

function DeleteButton({ slug, path }: { readonly slug: string; readonly path: string }) {
  const { api, route } = useConsole();
  const remove = async () => {
    await api.send('DELETE', path);
    toast(text.removed(slug));
    goTo(route, addressOf('agents'));
  };
  return (
    <AskButton label={text.remove} title={text.removeTitle} danger onConfirm={remove}>
      <p>{text.removeBody}</p>
    </AskButton>
  );
}
