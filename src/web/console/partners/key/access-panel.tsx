import { useAction } from '../../../administration/state/use-action.ts';
import { Panel } from '../../../shared/components/panel.tsx';
import { Problem } from '../../../shared/components/problem.tsx';
import { toast } from '../../../shared/components/toast.tsx';
import { useConsole } from '../../console-context.ts';
import { call } from '../../state/call.ts';
import { addressOf, goTo } from '../../state/route.ts';
import { useMay } from '../../state/use-session.ts';
import { ConfirmByNameButton } from '../confirm-by-name-button.tsx';
import { partnerWords as text } from '../partner-words.ts';
import type { TabProps } from '../tab-props.ts';

/** Revokes or enables a partner, and deletes a revoked one. */
export function AccessPanel({ overview, refresh }: TabProps) {
  const may = useMay();
  const { api, route } = useConsole();
  const { slug, enabled } = overview.client;
  const revoke = async () => {
    await api.send(call('revokeClient', { params: { slug } }));
    await refresh();
  };
  const remove = async () => {
    await api.send(call('deleteClient', { params: { slug } }));
    toast(text.removed(slug));
    goTo(route, addressOf('partners'));
  };
  return (
    <Panel title={text.revocation} note={enabled ? text.revocationBody : text.isRevoked}>
      <div class="row-actions">
        {enabled && may('revokeClient') && (
          <ConfirmByNameButton label={text.revoke} title={text.revokeTitle} name={slug} onConfirm={revoke}>
            {text.revocationBody}
          </ConfirmByNameButton>
        )}
        {!enabled && may('enableClient') && <EnableButton slug={slug} refresh={refresh} />}
        {!enabled && may('deleteClient') && (
          <ConfirmByNameButton label={text.remove} title={text.removeTitle} name={slug} onConfirm={remove}>
            {text.removeBody}
          </ConfirmByNameButton>
        )}
      </div>
    </Panel>
  );
}

function EnableButton({ slug, refresh }: { readonly slug: string } & Pick<TabProps, 'refresh'>) {
  const { api } = useConsole();
  const { busy, problem, run } = useAction();
  const enable = async () => {
    await api.send(call('enableClient', { params: { slug } }));
    await refresh();
    toast(text.enabledAgain);
  };
  return (
    <>
      <button type="button" class="button small" disabled={busy.value} onClick={() => void run(enable)}>
        {text.enable}
      </button>
      <Problem text={problem.value} />
    </>
  );
}
