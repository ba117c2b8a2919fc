import { useSignal } from '@preact/signals';
import { ActionDialog } from '../../administration/dialogs/action-dialog.tsx';
import { Check, TextArea, TextInput } from '../../shared/components/inputs.tsx';
import { useConsole } from '../console-context.ts';
import { call } from '../state/call.ts';
import { addressOf, goTo } from '../state/route.ts';
import { agentWords as text } from './agent-words.ts';

export function CreateAgent({ onClose }: { readonly onClose: () => void }) {
  const { api, route } = useConsole();
  const [slug, name, instructions] = [useSignal(''), useSignal(''), useSignal('')];
  const open = useSignal(false);
  const create = async () => {
    const body = {
      slug: slug.value.trim(),
      name: name.value.trim(),
      instructions: instructions.value,
      reserved: !open.value,
    };
    await api.send(call('createAgent', { body }));
    goTo(route, addressOf('agents', slug.value.trim()));
  };
  return (
    <ActionDialog title={text.createTitle} confirm={text.createConfirm} onConfirm={create} onClose={onClose}>
      <TextInput label={text.slug} value={slug} required maxLength={64} />
      <p class="note">{text.slugHelp}</p>
      <TextInput label={text.name} value={name} required maxLength={100} />
      <TextArea label={text.instructions} value={instructions} rows={6} required maxLength={50_000} />
      <Check label={text.open} help={text.openHelp} value={open} />
    </ActionDialog>
  );
}
