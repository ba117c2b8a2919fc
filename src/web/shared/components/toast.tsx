import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';

const shown = signal<{ message: ComponentChildren; milliseconds: number } | null>(null);

/** Shows a short message that needs no reply. */
export function toast(message: ComponentChildren, milliseconds = 3500): void {
  shown.value = { message, milliseconds };
}

export function Toast() {
  const current = shown.value;
  useEffect(() => {
    if (current === null) return;
    const timer = setTimeout(() => {
      shown.value = null;
    }, current.milliseconds);
    return () => clearTimeout(timer);
  }, [current]);
  return (
    <div class="toast" aria-live="polite">
      {current && <span key={current}>{current.message}</span>}
    </div>
  );
}
