import { useSignal } from '@preact/signals';
import { useAction } from '../../administration/state/use-action.ts';
import { Field } from '../../shared/components/field.tsx';
import { Panel } from '../../shared/components/panel.tsx';
import { Problem } from '../../shared/components/problem.tsx';
import { toast } from '../../shared/components/toast.tsx';
import { useAccount } from '../account-context.ts';
import { call } from '../state/account-client.ts';
import { laterWords, words } from '../text/words.ts';

export function OriginsForm() {
  const { client, embedding } = useAccount();
  const lines = useSignal(embedding.value.origins.join('\n'));
  const { busy, problem, run } = useAction();
  const { embedding: text } = laterWords();
  const save = async () => {
    const body = { origins: readLines(lines.value) };
    embedding.value = await client.send(call('updateEmbedding', { body }));
    lines.value = embedding.value.origins.join('\n');
    toast(words().saved);
  };
  return (
    <Panel title={text.origins} note={text.originsHelp}>
      {embedding.value.origins.length === 0 && <p class="empty">{text.noOrigins}</p>}
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void run(save);
        }}
      >
        <Field label={text.origins}>
          {(ids) => (
            <textarea
              {...ids}
              rows={3}
              spellcheck={false}
              autocapitalize="none"
              value={lines.value}
              onInput={(event) => {
                lines.value = event.currentTarget.value;
              }}
            />
          )}
        </Field>
        <Problem text={problem.value} />
        <p class="note">{text.closing}</p>
        <div>
          <button type="submit" class="button primary" disabled={busy.value}>
            {words().save}
          </button>
        </div>
      </form>
    </Panel>
  );
}

function readLines(text: string): string[] {
  return text
    .split(/[\s,]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
