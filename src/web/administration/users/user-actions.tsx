import type { HostedUserChange, HostedUserResource } from '#contract/admin.ts';
import { Problem } from '../../shared/components/problem.tsx';
import { toast } from '../../shared/components/toast.tsx';
import { PlainButton } from '../components/plain-button.tsx';
import { AskButton } from '../dialogs/ask-button.tsx';
import { useAdministration } from '../state/administration.ts';
import { useAction } from '../state/use-action.ts';
import type { UserProps } from './users-props.ts';

interface UserActionsProps extends UserProps {
  readonly onChanged: (user: HostedUserResource) => void;
}

/** Actions that revoke something ask first; those that restore it do not. */
export function UserActions({ user, text, call, rights, onChanged, onSent }: UserActionsProps) {
  const { api, words } = useAdministration();
  const { busy, problem, run } = useAction();
  const { id, email, admin, enabled } = user;
  const params = { id };
  const change = async (what: HostedUserChange) => {
    onChanged((await api.send(call('updateUser', { params, body: what }))).user);
    if (what.enabled === undefined) toast(words().saved);
    else toast(what.enabled ? text.wasEnabled(email) : text.wasDisabled(email));
  };
  const give = (label: string, what: HostedUserChange) => (
    <PlainButton
      label={label}
      about={email}
      disabled={busy.value}
      onClick={() => void run(() => change(what))}
    />
  );
  return (
    <>
      {admin ? (
        <AskButton
          label={text.removeAdmin}
          about={email}
          title={text.removeAdminTitle}
          danger
          onConfirm={() => change({ admin: false })}
        >
          {text.removeAdminBody}
        </AskButton>
      ) : (
        rights.administrators && give(text.makeAdmin, { admin: true })
      )}
      {(rights.administrators || !admin) && (
        <AskButton
          label={text.resetPassword}
          about={email}
          title={text.resetTitle}
          danger
          onConfirm={async () => onSent(await api.send(call('resetPassword', { params })))}
        >
          {text.resetBody}
        </AskButton>
      )}
      {enabled ? (
        <AskButton
          label={text.disable}
          about={email}
          title={text.disableTitle}
          danger
          onConfirm={() => change({ enabled: false })}
        >
          {text.disableBody}
        </AskButton>
      ) : (
        give(text.enable, { enabled: true })
      )}
      <Problem text={problem.value} />
    </>
  );
}
