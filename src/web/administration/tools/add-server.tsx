import { useSignal } from '@preact/signals';
import { TextInput } from '../../shared/components/inputs.tsx';
import { ActionDialog } from '../dialogs/action-dialog.tsx';
import { DialogButton } from '../dialogs/dialog-button.tsx';
import { useAdministration } from '../state/administration.ts';
import type { ToolsProps } from './tools-props.ts';

interface AddServerProps extends ToolsProps {
  /** Those that are taken. */
  readonly names: readonly string[];
  readonly onSecret: (secret: string) => void;
}

export function AddServer({ call, text, names, onSecret }: AddServerProps) {
  const { api } = useAdministration();
  const [name, url] = [useSignal(''), useSignal('')];
  const isTaken = names.includes(name.value.trim());
  const add = async () => {
    const body = { name: name.value.trim(), url: url.value.trim() };
    const answer = await api.send(call('createToolServer', { body }));
    name.value = '';
    url.value = '';
    onSecret(answer.secret);
  };
  return (
    <DialogButton label={text.add} variant="primary">
      {(close) => (
        <ActionDialog title={text.add} confirm={text.add} ready={!isTaken} onConfirm={add} onClose={close}>
          <TextInput
            label={text.name}
            value={name}
            required
            pattern="[a-z0-9]([a-z0-9\-]{0,30}[a-z0-9])?"
            maxLength={32}
            problem={isTaken ? text.nameTaken : null}
          />
          <p class="note">{text.nameHelp}</p>
          <TextInput label={text.url} value={url} required placeholder="https://" maxLength={2048} />
        </ActionDialog>
      )}
    </DialogButton>
  );
}
