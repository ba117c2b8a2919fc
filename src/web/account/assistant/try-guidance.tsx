import { type Signal, signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { RequestFailed } from '#client/request-failed.ts';
import { type GuidanceChoice, guidanceChoices } from '#contract/closed-sets.ts';
import { limits } from '#contract/limits.ts';
import type { SaveDraft } from '../../administration/guidance/guidance-form.tsx';
import { useAdministration } from '../../administration/state/administration.ts';
import { TextArea } from '../../shared/components/inputs.tsx';
import { Panel } from '../../shared/components/panel.tsx';
import { Problem } from '../../shared/components/problem.tsx';
import { useAccount } from '../account-context.ts';
import { laterWords } from '../text/words.ts';
import { askOnce } from './ask-once.ts';

interface Try {
  readonly choice: GuidanceChoice;
  readonly answer: Signal<string>;
  readonly state: Signal<'waiting' | 'done' | 'cut'>;
}

/** Asks one question with the draft and with what is published, one after the other, and shows both answers. */
export function TryGuidance({ saveDraft }: { readonly saveDraft: SaveDraft }) {
  const { guidance: text } = laterWords();
  const { client } = useAccount();
  const { tell } = useAdministration();
  const question = useSignal('');
  const tries = useSignal<readonly Try[]>([]);
  const problem = useSignal<string | null>(null);
  const running = useSignal<AbortController | null>(null);
  useEffect(() => () => running.peek()?.abort(), []);

  const read = async ({ choice, answer, state }: Try, prompt: string, stop: AbortSignal) => {
    try {
      for await (const piece of askOnce(client.request, prompt, choice, stop)) answer.value += piece;
      state.value = 'done';
    } catch (error) {
      if (error instanceof RequestFailed) throw error;
      state.value = 'cut';
    }
  };
  const ask = async () => {
    const stopping = new AbortController();
    running.value = stopping;
    problem.value = null;
    tries.value = [];
    try {
      await saveDraft();
      for (const choice of guidanceChoices) {
        if (stopping.signal.aborted) break;
        const next: Try = { choice, answer: signal(''), state: signal('waiting') };
        tries.value = [...tries.value, next];
        await read(next, question.peek().trim(), stopping.signal);
      }
    } catch (error) {
      tries.value = tries.peek().filter(({ state }) => state.peek() !== 'waiting');
      problem.value = wordsFor(error) ?? tell(error);
    } finally {
      running.value = null;
    }
  };
  return (
    <Panel title={text.tryIt} note={text.tryNote}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (running.peek() === null) void ask();
        }}
      >
        <TextArea
          label={text.question}
          value={question}
          rows={2}
          maxLength={limits.promptCharacters}
          required
        />
        <div class="row-actions">
          <button
            type="submit"
            class="button"
            disabled={running.value !== null || question.value.trim() === ''}
          >
            {text.ask}
          </button>
          {running.value !== null && (
            <button type="button" class="button" onClick={() => running.peek()?.abort()}>
              {text.stop}
            </button>
          )}
        </div>
      </form>
      <Problem text={problem.value} />
      {tries.value.length > 0 && (
        <div class="tries">
          {tries.value.map((one) => (
            <TriedAnswer key={one.choice} {...one} />
          ))}
        </div>
      )}
    </Panel>
  );
}

function TriedAnswer({ choice, answer, state }: Try) {
  const { guidance: text } = laterWords();
  return (
    <section class="try" aria-busy={state.value === 'waiting'}>
      <h3>{choice === 'draft' ? text.withDraft : text.withPublished}</h3>
      {state.value === 'waiting' && answer.value === '' && <p class="note">{text.waiting}</p>}
      <p class="try-answer" dir="auto">
        {answer.value}
      </p>
      {state.value === 'cut' && <p class="note">{text.cut}</p>}
    </section>
  );
}

function wordsFor(error: unknown): string | null {
  const { guidance: text } = laterWords();
  if (!(error instanceof RequestFailed)) return null;
  if (error.code === 'quota_exceeded') return text.usedUp;
  return error.code === 'too_many_concurrent' || error.code === 'rate_limited' ? text.busy : null;
}
