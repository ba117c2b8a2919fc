import { useEffect } from 'preact/hooks';
import { RequestFailed } from '#client/request-failed.ts';
import { useAction } from '../../administration/state/use-action.ts';
import { Problem } from '../../shared/components/problem.tsx';
import { useConsole } from '../console-context.ts';
import { call } from '../state/call.ts';
import { GatePage } from './gate-page.tsx';
import { gateWords } from './gate-words.ts';

/**
 * Asks once whether there is a session. A page that was opened from another site came without the cookie, which
 * requests of the page itself carry.
 */
export function Checking() {
  const { access, api } = useConsole();
  const { problem, run } = useAction();
  const check = async () => {
    try {
      const answer = await api.read(call('getSession', {}));
      if (answer !== 'unchanged') access.value = { state: 'signed-in', session: answer.data };
    } catch (error) {
      if (!(error instanceof RequestFailed) || error.status !== 401) throw error;
      access.value = { state: 'signed-out', reason: error.code === 'session_expired' ? 'ended' : 'new' };
    }
  };
  useEffect(() => void run(check), []);
  if (problem.value === null) return null;
  return (
    <GatePage title={gateWords.away}>
      <Problem text={problem.value} />
      <button type="button" class="button primary" onClick={() => void run(check)}>
        {gateWords.tryAgain}
      </button>
    </GatePage>
  );
}
