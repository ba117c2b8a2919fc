import { useSignal } from '@preact/signals';
import { TextInput } from '../../shared/components/inputs.tsx';
import { ActionDialog } from '../dialogs/action-dialog.tsx';
import { DialogButton } from '../dialogs/dialog-button.tsx';
import { useAdministration } from '../state/administration.ts';
import type { ToolsProps } from './tools-props.ts';
import { withToolWords } from './words-for-tool.ts';

interface AddServerProps extends ToolsProps {
  readonly onSecret: (secret: string) => void;
}

export function AddServer({ call, text, onSecret }: AddServerProps) {
  const { api } = useAdministration();
  const [name, url] = [useSignal(''), useSignal('')];
  // The code is the same where servers are too many.
  const refusals = { ...text.refusals, too_many_tools: text.refusals.too_many_servers };
  const add = async () => {
    const body = { name: name.value.trim(), url: url.value.trim() };
    const answer = await withToolWords({ ...text, refusals }, () =>
      api.send(call('createToolServer', { body })),
    );
    name.value = '';
    url.value = '';
    onSecret(answer.secret);
  };
  return (
    <DialogButton label={text.add} variant="primary">
      {(close) => (
        <ActionDialog title={text.add} confirm={text.add} onConfirm={add} onClose={close}>
          <TextInput
            label={text.name}
            value={name}
            required
            pattern="[a-z0-9]([a-z0-9\-]{0,30}[a-z0-9])?"
            maxLength={32}
          />
          <p class="note">{text.nameHelp}</p>
          <TextInput label={text.url} value={url} required placeholder="https://" maxLength={2048} />
        </ActionDialog>
      )}
    </DialogButton>
  );
}
