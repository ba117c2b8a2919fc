import { useSignal } from '@preact/signals';
import { ReadState } from '../../administration/components/read-state.tsx';
import { useAction } from '../../administration/state/use-action.ts';
import { useRead } from '../../administration/state/use-read.ts';
import { Panel } from '../../shared/components/panel.tsx';
import { Problem } from '../../shared/components/problem.tsx';
import { useAccount } from '../account-context.ts';
import { call } from '../state/account-client.ts';
import { laterWords } from '../text/words.ts';

/** Whether anybody but the people themselves reads what they wrote, and which links their pages have. */
export function PrivacyPanel() {
  const { client } = useAccount();
  const { ratings: text } = laterWords();
  const privacy = useRead(call('getPrivacy', {}));
  const { busy, problem, run } = useAction();
  /** What was chosen and is not stored yet. */
  const chosen = useSignal<PrivacyChange | null>(null);
  const stands = chosen.value ?? privacy.data;
  const set = async (change: Partial<PrivacyChange>) => {
    if (stands === null) return;
    const { conversations_private, model_links } = { ...stands, ...change };
    const body = { conversations_private, model_links };
    chosen.value = body;
    await run(async () => {
      await client.send(call('updatePrivacy', { body }));
      await privacy.refresh();
    });
    chosen.value = null;
  };
  const check = (label: string, checked: boolean, change: (checked: boolean) => Partial<PrivacyChange>) => (
    <label class="check">
      <input
        type="checkbox"
        checked={checked}
        disabled={busy.value}
        onChange={(event) => void set(change(event.currentTarget.checked))}
      />
      <span>{label}</span>
    </label>
  );
  return (
    <Panel title={text.privacy} note={text.privacyNote}>
      <ReadState {...privacy} />
      {stands && (
        <>
          {check(text.keepPrivate, stands.conversations_private, (conversations_private) => ({
            conversations_private,
          }))}
          {check(text.modelLinks, stands.model_links, (model_links) => ({ model_links }))}
          <p class="note">{text.modelLinksNote}</p>
        </>
      )}
      <Problem text={problem.value} />
    </Panel>
  );
}

interface PrivacyChange {
  readonly conversations_private: boolean;
  readonly model_links: boolean;
}
