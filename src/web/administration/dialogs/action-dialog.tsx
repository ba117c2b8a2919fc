import type { ComponentChildren } from 'preact';
import { Dialog } from '../../shared/components/dialog.tsx';
import { Problem } from '../../shared/components/problem.tsx';
import { useAdministration } from '../state/administration.ts';
import { useAction } from '../state/use-action.ts';

interface ActionDialogProps {
  readonly title: string;
  /** The words of the button that does it. */
  readonly confirm: string;
  /** The words of the button that gives it up, where "Cancel" could be what is asked about. */
  readonly dismiss?: string | undefined;
  readonly danger?: boolean;
  /** False while the form is not complete. */
  readonly ready?: boolean;
  /** Something else is shown in its place after success. */
  readonly keepOpen?: boolean;
  /** A form with one field that can be refused, which then says why itself. */
  readonly field?: (problem: string | null) => ComponentChildren;
  readonly children?: ComponentChildren;
  readonly onConfirm: () => Promise<void>;
  readonly onClose: () => void;
}

/** A question or a form; stays open when the action fails, and says why. */
export function ActionDialog(props: ActionDialogProps) {
  const { cancel } = useAdministration().words();
  const { busy, problem, run } = useAction();
  const submit = async () => {
    if ((await run(props.onConfirm)) && !props.keepOpen) props.onClose();
  };
  return (
    <Dialog title={props.title} onClose={props.onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        {props.field?.(problem.value)}
        {props.children}
        {props.field === undefined && <Problem text={problem.value} />}
        <footer class="dialog-actions">
          <button type="button" class="button" onClick={props.onClose}>
            {props.dismiss ?? cancel}
          </button>
          <button
            type="submit"
            class={props.danger ? 'button danger' : 'button primary'}
            disabled={busy.value || props.ready === false}
          >
            {props.confirm}
          </button>
        </footer>
      </form>
    </Dialog>
  );
}
