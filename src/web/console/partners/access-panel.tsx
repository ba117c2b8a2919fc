import { useSignal } from '@preact/signals';
import { Panel } from '../../shared/components/panel.tsx';
import { Problem } from '../../shared/components/problem.tsx';
import { toast } from '../../shared/components/toast.tsx';
import { ActionDialog } from '../components/action-dialog.tsx';
import { TextInput } from '../components/inputs.tsx';
import { useConsole } from '../console-context.ts';
import { useAction } from '../state/use-action.ts';
import { useMay } from '../state/use-session.ts';
import { clientPath } from './change-client.ts';
import { partnerWords as text } from './partner-words.ts';
import type { TabProps } from './tab-props.ts';

/** Revoking asks for the slug: the button of another partner is one slip away. */
export function AccessPanel({ overview, refresh }: TabProps) {
  const { api } = useConsole();
  const may = useMay();
  const asking = useSignal(false);
  const { busy, problem, run } = useAction();
  const { slug, enabled } = overview.client;
  const change = async (verb: 'revoke' | 'enable') => {
    await api.send('POST', clientPath(slug, verb), {});
    await refresh();
  };
  const enable = async () => {
    await change('enable');
    toast(text.enabledAgain);
  };
  return (
    <Panel title={text.revocation} note={enabled ? text.revocationBody : text.isRevoked}>
      <Problem text={problem.value} />
      {enabled && may('revokeClient') && (
        <div>
          <button
            type="button"
            class="button small danger"
            onClick={() => {
              asking.value = true;
            }}
          >
            {text.revoke}
          </button>
        </div>
      )}
      {!enabled && may('enableClient') && (
        <div>
          <button type="button" class="button small" disabled={busy.value} onClick={() => void run(enable)}>
            {text.enable}
          </button>
        </div>
      )}
      {asking.value && (
        <RevokeDialog
          slug={slug}
          onConfirm={() => change('revoke')}
          onClose={() => {
            asking.value = false;
          }}
        />
      )}
    </Panel>
  );
}

interface RevokeDialogProps {
  readonly slug: string;
  readonly onConfirm: () => Promise<void>;
  readonly onClose: () => void;
}

function RevokeDialog({ slug, onConfirm, onClose }: RevokeDialogProps) {
  const typed = useSignal('');
  return (
    <ActionDialog
      title={text.revokeTitle}
      confirm={text.revoke}
      danger
      ready={typed.value === slug}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>{text.revocationBody}</p>
      <TextInput label={text.revokeType(slug)} value={typed} />
    </ActionDialog>
  );
}
