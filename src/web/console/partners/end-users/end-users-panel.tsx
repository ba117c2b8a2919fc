import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { TextInput } from '../../../shared/components/inputs.tsx';
import { Panel } from '../../../shared/components/panel.tsx';
import { useConsole } from '../../console-context.ts';
import { BlockedUsers } from './blocked-users.tsx';
import { EndUserFacts } from './end-user-facts.tsx';
import { endUserWords as text } from './end-user-words.ts';

/** Looks up an end user. The identity stays out of the address, which browsers remember. */
export function EndUsersPanel({ slug }: { readonly slug: string }) {
  const typed = useSignal('');
  const shown = useSignal<string | null>(null);
  const listed = useSignal(false);
  const { lookUp } = useConsole();
  useEffect(() => {
    if (lookUp.value === null) return;
    typed.value = lookUp.value;
    shown.value = lookUp.value;
    lookUp.value = null;
  }, [lookUp.value]);
  return (
    <Panel title={text.title} note={text.note}>
      <form
        class="form-row look-up"
        onSubmit={(event) => {
          event.preventDefault();
          shown.value = typed.value;
        }}
      >
        <TextInput label={text.identity} value={typed} required maxLength={255} />
        <button type="submit" class="button">
          {text.lookUp}
        </button>
      </form>
      {shown.value !== null && <EndUserFacts key={shown.value} slug={slug} identity={shown.value} />}
      <details
        onToggle={(event) => {
          listed.value = event.currentTarget.open;
        }}
      >
        <summary>{text.blockedList}</summary>
        {listed.value && (
          <BlockedUsers
            slug={slug}
            onShow={(identity) => {
              typed.value = identity;
              shown.value = identity;
            }}
          />
        )}
      </details>
    </Panel>
  );
}
