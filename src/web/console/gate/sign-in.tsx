import { useAction } from '../../administration/state/use-action.ts';
import { Problem } from '../../shared/components/problem.tsx';
import { useConsole } from '../console-context.ts';
import { call } from '../state/call.ts';
import { usePasskey } from '../state/passkeys.ts';
import { GatePage } from './gate-page.tsx';
import { gateWords as text } from './gate-words.ts';

export function SignIn({ reason }: { readonly reason: 'new' | 'ended' | 'left' }) {
  const { access, api } = useConsole();
  const { busy, problem, run } = useAction();
  const signIn = async () => {
    const proof = await usePasskey(api, 'beginSignIn');
    const session = await api.send(call('signIn', { body: proof }));
    access.value = { state: 'signed-in', session };
  };
  const notice = text.reasons[reason];
  return (
    <GatePage title={text.signIn}>
      {notice && <p role="status">{notice}</p>}
      <p class="note">{text.signInBody}</p>
      <Problem text={problem.value} />
      <button type="button" class="button primary" disabled={busy.value} onClick={() => void run(signIn)}>
        {text.signInButton}
      </button>
      <details>
        <summary>{text.noPasskey}</summary>
        <p class="note">{text.noPasskeyBody}</p>
        <pre>
          <code>{text.linkCommand}</code>
        </pre>
      </details>
    </GatePage>
  );
}
