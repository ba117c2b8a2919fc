import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import type { HostedUserResource } from '#contract/admin.ts';
import { lazy } from '../../shared/components/lazy.tsx';
import { Problem } from '../../shared/components/problem.tsx';
import { localDate } from '../../shared/dates.ts';
import { useAccount } from '../account-context.ts';
import { BlockSwitch } from '../people/block-switch.tsx';
import { ExportLink } from '../people/export-link.tsx';
import { useAction } from '../../administration/state/use-action.ts';
import { words } from '../text/words.ts';
import { changeUser } from './change-user.ts';
import type { SentLink } from './link-dialog.tsx';
import { type Question, UserConfirmation } from './user-confirmation.tsx';

const EraseDialog = lazy(() => import('../people/erase-dialog.tsx').then((part) => part.EraseDialog));

interface UserRowProps {
  readonly user: HostedUserResource;
  readonly onSent: (sent: SentLink) => void;
}

export function UserRow({ user, onSent }: UserRowProps) {
  const account = useAccount();
  const id = useId();
  const asking = useSignal<Question | null>(null);
  const erasing = useSignal(false);
  const { busy, problem, run } = useAction();
  const { admin, email, enabled, last_seen_at: lastSeen } = user;
  const isOwn = user.id === account.data.user.id;
  const ask = (question: Question) => () => {
    asking.value = question;
  };
  const change = (what: { enabled?: boolean; admin?: boolean }) => () =>
    void run(() => changeUser(account, user.id, what));
  return (
    <li class={enabled ? 'user' : 'user disabled'}>
      <p class="user-email" id={id} dir="auto">
        {email}
      </p>
      <p class="badges">
        {isOwn && <span class="badge">{words().users.you}</span>}
        {admin && <span class="badge accent">{words().users.admin}</span>}
        {!enabled && <span class="badge danger">{words().users.disabled}</span>}
      </p>
      <p class="note">
        {lastSeen === null ? words().users.neverSeen : words().users.lastSeen(localDate(lastSeen))}
      </p>
      {!isOwn && (
        <div class="user-actions">
          <RowButton
            label={admin ? words().users.removeAdmin : words().users.makeAdmin}
            describedBy={id}
            disabled={busy.value}
            onClick={admin ? ask('removeAdmin') : change({ admin: true })}
          />
          <RowButton
            label={words().users.resetPassword}
            describedBy={id}
            disabled={busy.value}
            onClick={ask('reset')}
          />
          <RowButton
            label={enabled ? words().users.disable : words().users.enable}
            describedBy={id}
            disabled={busy.value}
            onClick={enabled ? ask('disable') : change({ enabled: true })}
          />
          <BlockSwitch identity={user.id} name={email} />
          <ExportLink identity={user.id} />
          <RowButton
            label={words().people.erase}
            describedBy={id}
            disabled={busy.value}
            onClick={() => {
              erasing.value = true;
            }}
          />
        </div>
      )}
      <Problem text={problem.value} />
      {erasing.value && (
        <EraseDialog
          identity={user.id}
          name={email}
          onClose={() => {
            erasing.value = false;
          }}
        />
      )}
      {asking.value && (
        <UserConfirmation
          question={asking.value}
          user={user}
          onSent={onSent}
          onClose={() => {
            asking.value = null;
          }}
        />
      )}
    </li>
  );
}

interface RowButtonProps {
  readonly label: string;
  readonly describedBy: string;
  readonly disabled: boolean;
  readonly onClick: () => void;
}

function RowButton({ label, describedBy, disabled, onClick }: RowButtonProps) {
  return (
    <button
      type="button"
      class="button small"
      aria-describedby={describedBy}
      disabled={disabled}
      onClick={onClick}
    >
      {label}
    </button>
  );
}
