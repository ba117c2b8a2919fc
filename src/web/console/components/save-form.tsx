import type { ComponentChildren } from 'preact';
import { useAction } from '../../administration/state/use-action.ts';
import { Problem } from '../../shared/components/problem.tsx';
import { words } from '../text/words.ts';

interface SaveFormProps {
  readonly onSave: () => Promise<void>;
  /** False for a role that may only read; the fields are then shown and cannot be changed. */
  readonly allowed: boolean;
  readonly children: ComponentChildren;
}

/** Fields in a panel with a button that saves them. */
export function SaveForm({ onSave, allowed, children }: SaveFormProps) {
  const { busy, problem, run } = useAction();
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void run(onSave);
      }}
    >
      <fieldset class="stack" disabled={!allowed}>
        {children}
        <Problem text={problem.value} />
        {allowed && (
          <div>
            <button type="submit" class="button primary" disabled={busy.value}>
              {words.save}
            </button>
          </div>
        )}
      </fieldset>
    </form>
  );
}
