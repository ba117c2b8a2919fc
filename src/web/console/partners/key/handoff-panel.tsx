import { AskButton } from '../../../administration/dialogs/ask-button.tsx';
import { Panel } from '../../../shared/components/panel.tsx';
import { toast } from '../../../shared/components/toast.tsx';
import { useConsole } from '../../console-context.ts';
import { call } from '../../state/call.ts';
import { useMay } from '../../state/use-session.ts';
import { partnerWords as text } from '../partner-words.ts';
import type { TabProps } from '../tab-props.ts';

export function HandoffPanel({ overview, refresh }: TabProps) {
  const { api } = useConsole();
  const may = useMay();
  const end = async () => {
    await api.send(call('rotateHandoff', { params: { slug: overview.client.slug } }));
    await refresh();
    toast(text.handoffEnded);
  };
  return (
    <Panel
      title={text.handoff}
      note={text.handoffBody}
      tools={
        may('rotateHandoff') && (
          <AskButton label={text.rotateHandoff} title={text.rotateHandoffTitle} danger onConfirm={end}>
            {text.rotateHandoffBody(overview.client.slug)}
          </AskButton>
        )
      }
    />
  );
}
