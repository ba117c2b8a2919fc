import { useSignal } from '@preact/signals';
import { useAction } from '../../administration/state/use-action.ts';
import { lazy } from '../../shared/components/lazy.tsx';
import { Problem } from '../../shared/components/problem.tsx';
import { useAccount } from '../account-context.ts';
import { words } from '../text/words.ts';
import { unblockPerson } from './blocked.ts';

const BlockDialog = lazy(() => import('./block-dialog.tsx').then((part) => part.BlockDialog));

interface BlockSwitchProps {
  readonly identity: string;
  /** How the page names the person. */
  readonly name: string;
}

/** Blocks or unblocks one person. Absent until it is known who is blocked. */
export function BlockSwitch({ identity, name }: BlockSwitchProps) {
  const account = useAccount();
  const asking = useSignal(false);
  const { busy, problem, run } = useAction();
  const blocked = account.blocked.value;
  if (blocked === null) return null;
  const isBlocked = blocked.has(identity);
  const change = () => {
    if (isBlocked) void run(() => unblockPerson(account, identity, name));
    else asking.value = true;
  };
  return (
    <>
      {isBlocked && <span class="badge danger">{words().people.blocked}</span>}
      <button
        type="button"
        class="button small"
        aria-label={isBlocked ? words().people.unblockName(name) : words().people.blockName(name)}
        disabled={busy.value}
        onClick={change}
      >
        {isBlocked ? words().people.unblock : words().people.block}
      </button>
      <Problem text={problem.value} />
      {asking.value && (
        <BlockDialog
          identity={identity}
          name={name}
          onClose={() => {
            asking.value = false;
          }}
        />
      )}
    </>
  );
}
