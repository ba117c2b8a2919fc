import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

const shown = signal<{ message: string } | null>(null);

/** Shows a short message that needs no reply. */
export function toast(message: string): void {
  shown.value = { message };
}

export function Toast() {
  const current = shown.value;
  useEffect(() => {
    if (current === null) return;
    const timer = setTimeout(() => {
      shown.value = null;
    }, 3500);
    return () => clearTimeout(timer);
  }, [current]);
  return (
    <div class="toast" aria-live="polite">
      {current && <span key={current}>{current.message}</span>}
    </div>
  );
}
