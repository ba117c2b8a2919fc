import { useSignal } from '@preact/signals';
import { RequestFailed } from '#client/request-failed.ts';
import { useAction } from '../../administration/state/use-action.ts';
import { TextInput } from '../../shared/components/inputs.tsx';
import { Problem } from '../../shared/components/problem.tsx';
import { useConsole } from '../console-context.ts';
import { call } from '../state/call.ts';
import { GatePage } from './gate-page.tsx';
import { gateWords as text } from './gate-words.ts';

/** Redeems a link. The service asks for an address where the link creates the first owner, and redeems it only then. */
export function Enrol({ code }: { readonly code: string }) {
  const { access, api } = useConsole();
  const { busy, problem, run } = useAction();
  const state = useSignal<'ready' | 'first-owner' | 'ended'>('ready');
  const email = useSignal('');
  const spend = async () => {
    try {
      const body = state.peek() === 'first-owner' ? { code, email: email.peek().trim() } : { code };
      const session = await api.send(call('enrol', { body }));
      access.value = { state: 'registering', session };
    } catch (error) {
      if (!(error instanceof RequestFailed)) throw error;
      if (error.code === 'invalid_link') state.value = 'ended';
      else if (state.peek() === 'ready' && wantsEmail(error)) state.value = 'first-owner';
      else throw error;
    }
  };
  if (state.value === 'ended') return <EndedLink />;
  return (
    <GatePage title={text.enrol}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void run(spend);
        }}
      >
        <p class="note">{state.value === 'ready' ? text.enrolBody : text.firstOwner}</p>
        {state.value === 'first-owner' && (
          <TextInput label={text.email} type="email" value={email} required focused />
        )}
        <Problem text={problem.value} />
        <button type="submit" class="button primary" disabled={busy.value}>
          {text.enrolButton}
        </button>
      </form>
    </GatePage>
  );
}

function EndedLink() {
  const { access } = useConsole();
  return (
    <GatePage title={text.enrol}>
      <Problem text={text.endedLink} />
      <button
        type="button"
        class="button"
        onClick={() => {
          access.value = { state: 'signed-out', reason: 'new' };
        }}
      >
        {text.toSignIn}
      </button>
    </GatePage>
  );
}

function wantsEmail({ problem }: RequestFailed): boolean {
  return problem?.errors?.some(({ pointer }) => pointer === '/email') ?? false;
}
