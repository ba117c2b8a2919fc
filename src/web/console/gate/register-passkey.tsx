import { useSignal } from '@preact/signals';
import type { ConsoleSession } from '#contract/console/session.ts';
import { useAction } from '../../administration/state/use-action.ts';
import { TextInput } from '../../shared/components/inputs.tsx';
import { Problem } from '../../shared/components/problem.tsx';
import { useConsole } from '../console-context.ts';
import { firstName, hasPasskeys, registerPasskey } from '../state/passkeys.ts';
import { GatePage } from './gate-page.tsx';
import { gateWords as text } from './gate-words.ts';

/** The step after a link: from here on a passkey signs in. */
export function RegisterPasskey({ session }: { readonly session: ConsoleSession }) {
  const { access, api } = useConsole();
  const { busy, problem, run } = useAction();
  const name = useSignal(firstName());
  const enter = (entered: ConsoleSession) => {
    access.value = { state: 'signed-in', session: entered };
  };
  const register = async () => enter(await registerPasskey(api, name.peek()));
  return (
    <GatePage title={text.register}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void run(register);
        }}
      >
        <p class="note">{text.registerBody(session.operator.email)}</p>
        {hasPasskeys() ? (
          <>
            <TextInput label={text.passkeyName} value={name} maxLength={100} />
            <p class="note">{text.passkeyNameHelp}</p>
          </>
        ) : (
          <p class="note">{text.impossible}</p>
        )}
        <Problem text={problem.value} />
        <div class="gate-actions">
          {hasPasskeys() && (
            <button type="submit" class="button primary" disabled={busy.value}>
              {text.registerButton}
            </button>
          )}
          <button type="button" class="button" onClick={() => enter(session)}>
            {text.later}
          </button>
        </div>
      </form>
    </GatePage>
  );
}
