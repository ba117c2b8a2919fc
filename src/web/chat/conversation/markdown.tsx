import { effect, untracked } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { copyText } from '../../shared/copy-text.ts';
import { listenForCopy } from '../../shared/markdown/code-block.ts';
import { ShownBlocks } from '../../shared/markdown/shown-blocks.ts';
import { deferred } from '../parts.ts';
import { type Answer, isRunning } from '../state/answer.ts';
import { mostAtOnce } from './most-at-once.ts';

/** The text of an answer. Preact owns the element, and what shows the text its content. */
export function Markdown({ answer }: { readonly answer: Answer }) {
  const host = useRef<HTMLDivElement>(null);
  // Before the log looks for its place: an answer has its height as soon as it is there.
  useLayoutEffect(() => {
    const node = host.current;
    if (node === null) return;
    const stopShowing = show(node, answer);
    const stopListening = listenForCopy(node, copyText);
    return () => {
      stopShowing();
      stopListening();
    };
  }, [answer]);
  return <div ref={host} class="markdown" dir="ltr" />;
}

/** An answer that has ended is shown at once. A growing or long one needs a part that may not have been loaded yet. */
function show(node: HTMLElement, answer: Answer): () => void {
  const blocks = new ShownBlocks(node);
  let stopGrowing: (() => void) | null = null;
  const end = effect(() => {
    if (stopGrowing !== null) return;
    const content = answer.content.value;
    const isShort = content.length <= mostAtOnce;
    const isSourced = answer.sources.value !== null;
    const part = isShort && !isRunning(answer) && !isSourced ? null : deferred.loaded.value;
    // Which of its addresses are links is decided by the part.
    node.inert = isSourced && part === null;
    if (part !== null) {
      stopGrowing = untracked(() => part.growAnswer(node, answer));
      return;
    }
    node.ariaBusy = `${!isShort}`;
    blocks.show((isShort ? content : content.slice(0, mostAtOnce)).replace(/\r\n?/g, '\n'));
  });
  return () => {
    end();
    stopGrowing?.();
  };
}
