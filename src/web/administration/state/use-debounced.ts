import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Call } from '#client/call.ts';

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

/** The call for what is typed, once the typing pauses. */
export function useDebouncedCall<Answer>(call: Call<Answer>): Call<Answer> {
  return { ...call, address: useDebounced(call.address, 400) };
}
