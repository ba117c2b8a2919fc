import { useSignal } from '@preact/signals';
import { TextInput } from '../../shared/components/inputs.tsx';
import { ActionDialog } from '../dialogs/action-dialog.tsx';
import { DialogButton } from '../dialogs/dialog-button.tsx';
import { useAdministration } from '../state/administration.ts';
import type { WebhooksProps } from './webhooks-props.ts';

interface AddWebhookProps extends WebhooksProps {
  readonly onSecret: (secret: string) => void;
}

export function AddWebhook({ call, text, addTitle, onSecret }: AddWebhookProps) {
  const { api } = useAdministration();
  const [url, types, description] = [useSignal(''), useSignal(''), useSignal('')];
  const add = async () => {
    const named = types.value.split(/[\s,]+/).filter((type) => type !== '');
    const body = {
      url: url.value.trim(),
      description: description.value.trim(),
      ...(named.length > 0 && { types: named }),
    };
    const answer = await api.send(call('createWebhook', { body }));
    url.value = '';
    onSecret(answer.secret);
  };
  return (
    <DialogButton label={text.add} variant="primary">
      {(close) => (
        <ActionDialog title={addTitle} confirm={text.add} onConfirm={add} onClose={close}>
          <TextInput label={text.url} value={url} required placeholder="https://" maxLength={2048} />
          <TextInput label={text.description} value={description} maxLength={200} />
          <TextInput label={text.types} value={types} />
          <p class="note">{text.typesHelp}</p>
        </ActionDialog>
      )}
    </DialogButton>
  );
}
