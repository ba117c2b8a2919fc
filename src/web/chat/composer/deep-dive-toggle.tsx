import type { Signal } from '@preact/signals';
import { laterText } from '../../shared/text/later-text.ts';
import { text } from '../../shared/text/text.ts';
import { useChat } from '../chat-context.ts';
import { DeepDiveIcon } from '../tool-icons.tsx';

/** Before the first answer only administrators may request a Deep Dive. */
export function DeepDiveToggle({ on }: { readonly on: Signal<boolean> }) {
  const { data, usage, paused } = useChat();
  if (paused.value || !data.deepDiveEnabled || data.user?.admin !== true) return null;
  const usedUp = usage.value?.deep_dive.remaining === 0;
  return (
    <button
      type="button"
      class="quiet-button deep-dive-button"
      aria-pressed={on.value}
      disabled={usedUp}
      title={laterText.actions.deepDiveHelp}
      onClick={() => {
        on.value = !on.value;
      }}
    >
      <DeepDiveIcon />
      {text.actions.deepDive}
    </button>
  );
}
