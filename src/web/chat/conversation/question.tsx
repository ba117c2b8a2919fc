import { useSignal } from '@preact/signals';
import { text } from '../../shared/text/text.ts';
import { QuestionText } from './question-text.tsx';

/** Longer questions are collapsed at first, so that the answer stays within reach. */
const foldedCharacters = 700;

/** Shorter ones are styled, and announced, as the heading of their answer. */
const titleCharacters = 220;

export function Question({ content }: { readonly content: string }) {
  const isLong = content.length > foldedCharacters;
  const hasBlocks = useSignal(false);
  const isTitle = content.length <= titleCharacters && !hasBlocks.value;
  const folded = useSignal(isLong);
  return (
    <article class={isTitle ? 'question' : 'question long'} aria-label={text.you} dir="auto">
      {/* A direction of its own keeps this word out of the question's text direction. */}
      {isTitle ? null : (
        <h2 class="visually-hidden" dir="ltr">
          {text.you}
        </h2>
      )}
      <QuestionText content={content} isTitle={isTitle} isFolded={folded.value} hasBlocks={hasBlocks} />
      {isLong && (
        <button
          type="button"
          class="quiet-button"
          aria-expanded={!folded.value}
          onClick={() => {
            folded.value = !folded.value;
          }}
        >
          {folded.value ? text.conversation.showAll : text.conversation.showLess}
        </button>
      )}
    </article>
  );
}
