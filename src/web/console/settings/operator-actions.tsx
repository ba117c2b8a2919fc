import { useSignal } from '@preact/signals';
import type { OperatorRole } from '#contract/console/roles.ts';
import type { OperatorResource } from '#contract/console/session.ts';
import { ActionDialog } from '../../administration/dialogs/action-dialog.tsx';
import { AskButton } from '../../administration/dialogs/ask-button.tsx';
import { DialogButton } from '../../administration/dialogs/dialog-button.tsx';
import { useConsole } from '../console-context.ts';
import { call } from '../state/call.ts';
import { useSession } from '../state/use-session.ts';
import { words } from '../text/words.ts';
import { LinkButton } from './link-button.tsx';
import { RoleSelect } from './role-select.tsx';
import { settingsWords as text } from './settings-words.ts';

interface OperatorActionsProps {
  readonly operator: OperatorResource;
  readonly onChanged: () => Promise<void>;
}

/** Operators can change only others, so that they cannot lock themselves out. */
export function OperatorActions({ operator, onChanged }: OperatorActionsProps) {
  const { api } = useConsole();
  const { operator: own } = useSession();
  const { id, email, enabled } = operator;
  const change = async (what: { role?: OperatorRole; enabled?: boolean }) => {
    await api.send(call('updateOperator', { params: { id }, body: what }));
    await onChanged();
  };
  if (own.id === id) return null;
  return (
    <div class="row-actions">
      {enabled && <LinkButton label={text.linkKnown} email={email} onMade={onChanged} />}
      <RoleButton operator={operator} onChange={(role) => change({ role })} />
      <AskButton
        label={enabled ? text.disable : text.enable}
        about={email}
        title={enabled ? text.disableTitle : text.enable}
        danger={enabled}
        onConfirm={() => change({ enabled: !enabled })}
      >
        {enabled ? text.disableBody : undefined}
      </AskButton>
    </div>
  );
}

interface RoleButtonProps {
  readonly operator: OperatorResource;
  readonly onChange: (role: OperatorRole) => Promise<void>;
}

function RoleButton({ operator, onChange }: RoleButtonProps) {
  const role = useSignal(operator.role);
  return (
    <DialogButton label={text.changeRole} about={operator.email}>
      {(close) => (
        <ActionDialog
          title={text.changeRoleTitle(operator.email)}
          confirm={words.save}
          onConfirm={() => onChange(role.value)}
          onClose={close}
        >
          <RoleSelect role={role} />
        </ActionDialog>
      )}
    </DialogButton>
  );
}
