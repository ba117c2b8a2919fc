import { useSignal } from '@preact/signals';
import { useEffect, useId } from 'preact/hooks';
import type { LoginSessionResource } from '#contract/hosted.ts';
import { useAction } from '../../administration/state/use-action.ts';
import { LoadState } from '../../shared/components/load-state.tsx';
import { Panel } from '../../shared/components/panel.tsx';
import { toast } from '../../shared/components/toast.tsx';
import { localDate } from '../../shared/dates.ts';
import { useAccount } from '../account-context.ts';
import { call } from '../state/account-client.ts';
import { laterWords } from '../text/words.ts';

export function SessionsPanel() {
  const { client } = useAccount();
  const sessions = useSignal<readonly LoginSessionResource[] | null>(null);
  const { busy, problem, run } = useAction();
  const load = () =>
    run(async () => {
      sessions.value = (await client.send(call('listSessions', {}))).data;
    });
  const end = ({ id, email }: LoginSessionResource) =>
    run(async () => {
      await client.send(call('endSession', { params: { id } }));
      sessions.value = sessions.value?.filter((other) => other.id !== id) ?? null;
      toast(laterWords().security.ended(email));
    });
  useEffect(() => void load(), []);
  return (
    <Panel title={laterWords().security.sessions}>
      <LoadState
        isLoaded={sessions.value !== null}
        isEmpty={sessions.value?.length === 0}
        empty={laterWords().security.noSessions}
        problem={problem.value}
        onRetry={() => void load()}
      />
      <ul class="sessions">
        {sessions.value?.map((session) => (
          <SessionRow key={session.id} session={session} busy={busy.value} onEnd={() => void end(session)} />
        ))}
      </ul>
    </Panel>
  );
}

interface SessionRowProps {
  readonly session: LoginSessionResource;
  readonly busy: boolean;
  readonly onEnd: () => void;
}

function deviceName({ browser, system }: LoginSessionResource): string {
  if (browser === null || system === null) return browser ?? system ?? laterWords().security.unknownDevice;
  return laterWords().security.device(browser, system);
}

/** The current session ends by signing out. */
function SessionRow({ session, busy, onEnd }: SessionRowProps) {
  const id = useId();
  const { email, address, created_at: since, expires_at: until, current } = session;
  return (
    <li>
      <p id={id} dir="auto">
        {email}
      </p>
      <p class="note">
        {deviceName(session)}
        {address !== null && (
          <>
            {' · '}
            <bdi>{address}</bdi>
          </>
        )}
      </p>
      <p class="note">{laterWords().security.since(localDate(since), localDate(until))}</p>
      {current ? (
        <span class="badge">{laterWords().security.current}</span>
      ) : (
        <button type="button" class="button small" aria-describedby={id} disabled={busy} onClick={onEnd}>
          {laterWords().security.end}
        </button>
      )}
    </li>
  );
}
