import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

/** A value once it has stayed the same for a moment, so that typing does not ask the service for each letter. */
export function useDebounced<T>(value: T, delayMs = 250): T {
  const settled = useSignal(value);
  useEffect(() => {
    const timer = setTimeout(() => {
      settled.value = value;
    }, delayMs);
    return () => clearTimeout(timer);
  }, [value]);
  return settled.value;
}
