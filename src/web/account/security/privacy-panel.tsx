import { useSignal } from '@preact/signals';
import { ReadState } from '../../administration/components/read-state.tsx';
import { useAction } from '../../administration/state/use-action.ts';
import { useRead } from '../../administration/state/use-read.ts';
import { Panel } from '../../shared/components/panel.tsx';
import { Problem } from '../../shared/components/problem.tsx';
import { useAccount } from '../account-context.ts';
import { call } from '../state/account-client.ts';
import { laterWords } from '../text/words.ts';

/** Whether anybody but the people themselves reads what they wrote. */
export function PrivacyPanel() {
  const { client } = useAccount();
  const { ratings: text } = laterWords();
  const privacy = useRead(call('getPrivacy', {}));
  const { busy, problem, run } = useAction();
  /** What was chosen and is not stored yet. */
  const chosen = useSignal<boolean | null>(null);
  const set = async (isPrivate: boolean) => {
    chosen.value = isPrivate;
    await run(async () => {
      await client.send(call('updatePrivacy', { body: { conversations_private: isPrivate } }));
      await privacy.refresh();
    });
    chosen.value = null;
  };
  return (
    <Panel title={text.privacy} note={text.privacyNote}>
      <ReadState {...privacy} />
      {privacy.data && (
        <label class="check">
          <input
            type="checkbox"
            checked={chosen.value ?? privacy.data.conversations_private}
            disabled={busy.value}
            onChange={(event) => void set(event.currentTarget.checked)}
          />
          <span>{text.keepPrivate}</span>
        </label>
      )}
      <Problem text={problem.value} />
    </Panel>
  );
}
