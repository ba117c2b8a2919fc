import { Problem } from '../../shared/components/problem.tsx';
import { useAccount } from '../account-context.ts';
import { useAction } from '../state/use-action.ts';
import { words } from '../text/words.ts';
import { switchBlocked } from './blocked.ts';

interface BlockSwitchProps {
  readonly identity: string;
  /** How the page names the person. */
  readonly name: string;
}

/** Shuts one person out, or lets the person send again. Absent until it is known who is blocked. */
export function BlockSwitch({ identity, name }: BlockSwitchProps) {
  const account = useAccount();
  const { busy, problem, run } = useAction();
  const blocked = account.blocked.value;
  if (blocked === null) return null;
  const isBlocked = blocked.has(identity);
  return (
    <>
      <button
        type="button"
        class="button small"
        aria-label={isBlocked ? words().people.unblockName(name) : words().people.blockName(name)}
        disabled={busy.value}
        onClick={() => void run(() => switchBlocked(account, identity, name))}
      >
        {isBlocked ? words().people.unblock : words().people.block}
      </button>
      <Problem text={problem.value} />
    </>
  );
}
