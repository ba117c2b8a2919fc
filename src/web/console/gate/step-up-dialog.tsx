import { ActionDialog } from '../../administration/dialogs/action-dialog.tsx';
import { useConsole } from '../console-context.ts';
import { call } from '../state/call.ts';
import { usePasskey } from '../state/passkeys.ts';
import { words } from '../text/words.ts';

/** Asks for a fresh passkey, so that the action can continue. A session by link needs a passkey first. */
export function StepUpDialog() {
  const { access, api, stepUp } = useConsole();
  const { value: known } = access;
  const isByLink = known.state === 'signed-in' && known.session.session.kind === 'link';
  const confirm = async () => {
    const proof = await usePasskey(api, 'beginConfirm');
    const session = await api.send(call('confirm', { body: proof }));
    access.value = { state: 'signed-in', session };
    stepUp.confirm();
  };
  const register = async () => {
    if (known.state === 'signed-in') access.value = { state: 'registering', session: known.session };
  };
  return (
    <ActionDialog
      title={words.stepUp.title}
      confirm={isByLink ? words.addPasskey : words.stepUp.confirm}
      onConfirm={isByLink ? register : confirm}
      onClose={stepUp.decline}
    >
      <p>{isByLink ? words.stepUp.byLink : words.stepUp.body}</p>
    </ActionDialog>
  );
}
