import type { ComponentChildren } from 'preact';
import { useAction } from '../../administration/state/use-action.ts';
import { Problem } from '../../shared/components/problem.tsx';
import { words } from '../text/words.ts';

interface SaveFormProps {
  readonly onSave: () => Promise<void>;
  /** False for a role that may only read; the fields are then shown and cannot be changed. */
  readonly allowed: boolean;
  /**
   * How many fields differ from what is stored, of a form that fills a screen: its button stays in view, and waits
   * for a change.
   */
  readonly changes?: number;
  readonly children: ComponentChildren;
}

/** Fields with one button that saves them. */
export function SaveForm({ onSave, allowed, changes, children }: SaveFormProps) {
  const { busy, problem, run } = useAction();
  const fillsScreen = changes !== undefined;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void run(onSave);
      }}
    >
      <fieldset class={fillsScreen ? 'panels' : 'stack'} disabled={!allowed}>
        {children}
        {allowed && (
          <div class={fillsScreen ? 'save-bar' : 'stack'}>
            <Problem text={problem.value} />
            {changes !== undefined && <p role="status">{changes > 0 && words.unsaved(changes)}</p>}
            <div>
              <button type="submit" class="button primary" disabled={busy.value || changes === 0}>
                {words.save}
              </button>
            </div>
          </div>
        )}
      </fieldset>
    </form>
  );
}
