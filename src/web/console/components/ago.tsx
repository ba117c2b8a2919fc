import { useComputed } from '@preact/signals';
import { localDate } from '../../shared/dates.ts';
import { now } from '../state/clock.ts';
import { words } from '../text/words.ts';
import { since } from './format.ts';

/** How long ago a moment was, counted on; the moment itself is its tooltip. */
export function Ago({ at }: { readonly at: string }) {
  const text = useComputed(() => words.ago(since(at, now.value)));
  return (
    <time dateTime={at} title={localDate(at)}>
      {text}
    </time>
  );
}

/** How long something has lasted. */
export function Age({ at }: { readonly at: string }) {
  const text = useComputed(() => since(at, now.value));
  return (
    <time dateTime={at} title={localDate(at)}>
      {text}
    </time>
  );
}
