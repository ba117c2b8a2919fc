import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { HostedUserResource } from '#contract/admin.ts';
import { localDate } from '../../shared/dates.ts';
import { Badge } from '../components/badge.tsx';
import { UserActions } from './user-actions.tsx';
import type { UserProps } from './users-props.ts';

interface UserRowProps extends UserProps {
  readonly onGone: () => void;
}

export function UserRow({ user, onGone, ...props }: UserRowProps) {
  const { text, ownId, rights, more } = props;
  // A change is shown at once, without reading pages of the list again.
  const changed = useSignal<HostedUserResource | null>(null);
  useEffect(() => {
    changed.value = null;
  }, [user]);
  const shown = changed.value ?? user;
  const { email, admin, enabled, last_seen_at: lastSeen } = shown;
  const isOwn = user.id === ownId;
  return (
    <li class={enabled ? 'item' : 'item disabled'}>
      <p class="item-name">
        <span class="breaking" dir="auto">
          {email}
        </span>
        {isOwn && <Badge>{text.you}</Badge>}
        {admin && <Badge tone="accent">{text.admin}</Badge>}
        {!enabled && <Badge tone="danger">{text.disabled}</Badge>}
      </p>
      <p class="note">{lastSeen === null ? text.neverSeen : text.lastSeen(localDate(lastSeen))}</p>
      {rights.change && !isOwn && (
        <div class="row-actions">
          <UserActions
            {...props}
            user={shown}
            onChanged={(user) => {
              changed.value = user;
            }}
          />
          {more(shown, onGone)}
        </div>
      )}
    </li>
  );
}
