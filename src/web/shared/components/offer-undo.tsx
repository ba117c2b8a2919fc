import { toast } from './toast.tsx';

/** Long enough to read it and to reach the button. */
const undoMs = 8_000;

/** Says what was done, with a button named `label` that undoes it. */
export function offerUndo(message: string, label: string, undo: () => void): void {
  toast(
    <>
      {message}
      <button type="button" onClick={undo}>
        {label}
      </button>
    </>,
    undoMs,
  );
}
