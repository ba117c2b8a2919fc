import { useSignal } from '@preact/signals';
import { text } from '../../shared/text/text.ts';

/** Longer questions start folded, so that the answer stays in reach. */
const foldedCharacters = 700;

export function Question({ content }: { readonly content: string }) {
  const isLong = content.length > foldedCharacters;
  const folded = useSignal(isLong);
  return (
    <article class={content.length > 220 ? 'question long' : 'question'} aria-label={text.you}>
      <p dir="auto" class={folded.value ? 'folded' : undefined}>
        {content}
      </p>
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
