import { useSignal } from '@preact/signals';
import { ActionDialog } from '../../administration/dialogs/action-dialog.tsx';
import { useAction } from '../../administration/state/use-action.ts';
import { Panel } from '../../shared/components/panel.tsx';
import { Problem } from '../../shared/components/problem.tsx';
import { useAccount } from '../account-context.ts';
import { call } from '../state/account-client.ts';
import { leave } from '../state/leave.ts';
import { laterWords } from '../text/words.ts';

/** Counts the sessions before it asks, so that administrators know what will end. */
export function HandoffPanel() {
  const { client } = useAccount();
  const open = useSignal<number | null>(null);
  const { busy, problem, run } = useAction();
  const { security: text } = laterWords();
  const ask = () =>
    run(async () => {
      open.value = (await client.send(call('listSessions', {}))).data.length;
    });
  const rotate = async () => {
    await client.send(call('rotateHandoff', {}));
    leave();
  };
  return (
    <Panel title={text.handoff} note={text.handoffHelp}>
      <div>
        <button type="button" class="button" disabled={busy.value} onClick={() => void ask()}>
          {text.rotate}
        </button>
      </div>
      <Problem text={problem.value} />
      {open.value !== null && (
        <ActionDialog
          title={text.rotateTitle}
          confirm={text.confirmRotate}
          danger
          onConfirm={rotate}
          onClose={() => {
            open.value = null;
          }}
        >
          <p>{text.rotateBody(open.value === 1 ? text.oneSession : text.manySessions(open.value))}</p>
          <p>{text.rotateKeeps}</p>
        </ActionDialog>
      )}
    </Panel>
  );
}
