import type { ComponentChildren } from 'preact';
import { Dialog } from '../../shared/components/dialog.tsx';
import { Problem } from '../../shared/components/problem.tsx';
import { useAction } from '../state/use-action.ts';
import { words } from '../text/words.ts';

interface ConfirmDialogProps {
  readonly title: string;
  readonly confirm: string;
  readonly danger?: boolean;
  readonly children: ComponentChildren;
  readonly onConfirm: () => Promise<void>;
  readonly onClose: () => void;
}

/** Asks for confirmation of an action that cannot simply be undone; stays open when it fails. */
export function ConfirmDialog({ title, confirm, danger, children, onConfirm, onClose }: ConfirmDialogProps) {
  const { busy, problem, run } = useAction();
  const proceed = async () => {
    if (await run(onConfirm)) onClose();
  };
  return (
    <Dialog title={title} onClose={onClose}>
      {children}
      <Problem text={problem.value} />
      <footer class="dialog-actions">
        <button type="button" class="button" onClick={onClose}>
          {words().cancel}
        </button>
        <button
          type="button"
          class={danger ? 'button danger' : 'button primary'}
          disabled={busy.value}
          onClick={() => void proceed()}
        >
          {confirm}
        </button>
      </footer>
    </Dialog>
  );
}
