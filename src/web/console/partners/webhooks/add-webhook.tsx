import { useSignal } from '@preact/signals';
import { TextInput } from '../../../shared/components/inputs.tsx';
import { useConsole } from '../../console-context.ts';
import { ActionDialog } from '../../../administration/dialogs/action-dialog.tsx';
import { DialogButton } from '../../../administration/dialogs/dialog-button.tsx';
import { call } from '../../state/call.ts';
import { webhookWords as text } from './webhook-words.ts';

interface AddWebhookProps {
  readonly slug: string;
  readonly onSecret: (secret: string) => void;
}

export function AddWebhook({ slug, onSecret }: AddWebhookProps) {
  const { api } = useConsole();
  const [url, types, description] = [useSignal(''), useSignal(''), useSignal('')];
  const add = async () => {
    const named = types.value.split(/[\s,]+/).filter((type) => type !== '');
    const body = {
      url: url.value.trim(),
      description: description.value.trim(),
      ...(named.length === 0 ? {} : { types: named }),
    };
    const answer = await api.send(call('createClientWebhook', { params: { slug }, body }));
    url.value = '';
    onSecret(answer.secret);
  };
  return (
    <DialogButton label={text.add}>
      {(close) => (
        <ActionDialog title={text.addTitle} confirm={text.add} onConfirm={add} onClose={close}>
          <TextInput label={text.address} value={url} required placeholder="https://" maxLength={2048} />
          <p class="note">{text.addHelp}</p>
          <TextInput label={text.types} value={types} />
          <p class="note">{text.typesHelp}</p>
          <TextInput label={text.description} value={description} maxLength={200} />
        </ActionDialog>
      )}
    </DialogButton>
  );
}
