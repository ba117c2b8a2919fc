import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { laterText } from '../../shared/text/later-text.ts';
import type { Answer } from '../state/answer.ts';

/** How an answer comes along that has no text yet, or whose connection is lost. */
export function Progress({ answer }: { readonly answer: Answer }) {
  const { thinking, queued, reconnecting } = laterText.progress;
  const position = answer.queuePosition.value;
  const step = answer.step.value;
  if (!answer.connected.value) return <p class="progress lost">{reconnecting}</p>;
  if (answer.state.value === 'streaming' && step === null) return null;
  return (
    <p class="progress">
      <span class="pulse" aria-hidden="true" />
      {step !== null ? (
        <Seconds key={step.uuid} since={step.since} />
      ) : position === null || position === 0 ? (
        thinking
      ) : (
        queued(position)
      )}
    </p>
  );
}

/** Counted by the page, because what it missed of a step makes no difference to its reader. */
function Seconds({ since }: { readonly since: number }) {
  const seconds = useSignal(0);
  useEffect(() => {
    const count = () => {
      seconds.value = Math.floor((performance.now() - since) / 1_000);
    };
    count();
    const timer = setInterval(count, 1_000);
    return () => clearInterval(timer);
  }, [since]);
  const { thinking, thinkingFor } = laterText.progress;
  return <>{seconds.value === 0 ? thinking : thinkingFor(seconds.value)}</>;
}
