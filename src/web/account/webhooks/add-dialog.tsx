import { useSignal } from '@preact/signals';
import { Dialog } from '../../shared/components/dialog.tsx';
import { TextInput } from '../../shared/components/inputs.tsx';
import { Problem } from '../../shared/components/problem.tsx';
import { useAccount } from '../account-context.ts';
import { call } from '../state/account-client.ts';
import { useAction } from '../state/use-action.ts';
import { laterWords, words } from '../text/words.ts';

interface AddDialogProps {
  readonly onAdded: (secret: string) => void;
  readonly onClose: () => void;
}

export function AddDialog({ onAdded, onClose }: AddDialogProps) {
  const { client } = useAccount();
  const url = useSignal('');
  const description = useSignal('');
  const types = useSignal('');
  const { busy, problem, run } = useAction();
  const add = async () => {
    const named = types.value.split(/[\s,]+/).filter((name) => name !== '');
    const body = { url: url.value.trim(), description: description.value.trim() };
    const chosen = named.length === 0 ? body : { ...body, types: named };
    const answer = await client.send(call('createWebhook', { body: chosen }));
    onAdded(answer.secret);
  };
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (await run(add)) onClose();
  };
  const { webhooks: text } = laterWords();
  return (
    <Dialog title={text.add} onClose={onClose}>
      <form onSubmit={(event) => void submit(event)}>
        <TextInput label={text.url} required value={url} />
        <TextInput label={text.description} value={description} />
        <TextInput label={text.types} value={types} />
        <p class="note">{text.typesHelp}</p>
        <Problem text={problem.value} />
        <footer class="dialog-actions">
          <button type="button" class="button" onClick={onClose}>
            {words().cancel}
          </button>
          <button type="submit" class="button primary" disabled={busy.value}>
            {text.add}
          </button>
        </footer>
      </form>
    </Dialog>
  );
}
