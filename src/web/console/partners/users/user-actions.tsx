import type { HostedUserResource } from '#contract/admin.ts';
import { PlainButton } from '../../../administration/components/plain-button.tsx';
import { useConsole } from '../../console-context.ts';
import { AskButton } from '../../../administration/dialogs/ask-button.tsx';
import { call } from '../../state/call.ts';
import { useAction } from '../../../administration/state/use-action.ts';
import { useMay, useMayAdministrators } from '../../state/use-session.ts';
import { partnerWords as text } from '../partner-words.ts';
import { noteLink, type SentLink } from './user-link.tsx';

interface UserActionsProps {
  readonly slug: string;
  readonly user: HostedUserResource;
  readonly onChanged: () => Promise<void>;
  readonly onSent: (sent: SentLink) => void;
}

/** Actions that revoke something ask first; those that restore it do not. */
export function UserActions({ slug, user, onChanged, onSent }: UserActionsProps) {
  const { api } = useConsole();
  const may = useMay();
  const mayAdministrators = useMayAdministrators();
  const { busy, problem, run } = useAction();
  const { email, admin, enabled } = user;
  const params = { slug, id: user.id };
  const change = async (what: { enabled?: boolean; admin?: boolean }) => {
    await api.send(call('updateUser', { params, body: what }));
    await onChanged();
  };
  const remove = async () => {
    await api.send(call('deleteUser', { params }));
    await onChanged();
  };
  const reset = async () => {
    noteLink(await api.send(call('resetPassword', { params })), onSent);
  };
  if (!may('updateUser')) return null;
  return (
    <div class="row-actions">
      {(admin || mayAdministrators) && (
        <PlainButton
          label={admin ? text.removeAdmin : text.makeAdmin}
          about={email}
          disabled={busy.value}
          onClick={() => void run(() => change({ admin: !admin }))}
        />
      )}
      {may('resetPassword') && (!admin || mayAdministrators) && (
        <AskButton label={text.resetPassword} about={email} title={text.resetTitle} onConfirm={reset}>
          <p>{text.resetBody(email)}</p>
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
          <p>{text.disableBody(email)}</p>
        </AskButton>
      ) : (
        <PlainButton
          label={text.enableUser}
          about={email}
          disabled={busy.value}
          onClick={() => void run(() => change({ enabled: true }))}
        />
      )}
      {may('deleteUser') && (
        <AskButton
          label={text.removeUser}
          about={email}
          title={text.removeUserTitle}
          danger
          onConfirm={remove}
        >
          <p>{text.removeUserBody(email)}</p>
        </AskButton>
      )}
      {problem.value !== null && <p role="alert">{problem.value}</p>}
    </div>
  );
}
