import { useSignalEffect } from '@preact/signals';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { copyText } from '../../shared/copy-text.ts';
import { listenForCopy } from '../../shared/markdown/code-block.ts';
import { MarkdownView } from '../../shared/markdown/markdown-view.ts';
import { prepareTailReader } from '../../shared/markdown/tail-reader.ts';
import { createFrameSchedule } from '../../shared/render-schedule.ts';
import { type Answer, isRunning } from '../state/answer.ts';

/** The text of an answer. Preact owns the element, the Markdown view its content. */
export function Markdown({ answer }: { readonly answer: Answer }) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<MarkdownView>(undefined);
  const schedule = useMemo(() => createFrameSchedule(() => show(view.current, answer)), [answer]);
  // Before the log looks for its place: an answer has its height as soon as it is there.
  useLayoutEffect(() => {
    const node = host.current;
    if (node === null) return;
    view.current = new MarkdownView(node);
    show(view.current, answer);
    // Without it an answer is just as readable, only less steady while it grows.
    if (isRunning(answer)) prepareTailReader().catch(() => undefined);
    const stopListening = listenForCopy(node, copyText);
    return () => {
      schedule.cancel();
      stopListening();
      view.current?.clear();
    };
  }, [answer, schedule]);
  useSignalEffect(() => {
    answer.content.value;
    if (isRunning(answer)) schedule.request();
    else show(view.current, answer);
  });
  return <div ref={host} class="markdown" dir="auto" />;
}

function show(view: MarkdownView | undefined, answer: Answer): void {
  if (view === undefined) return;
  const content = answer.content.peek();
  if (!content.startsWith(view.received)) view.clear();
  view.append(content.slice(view.received.length));
  if (answer.state.peek() !== 'waiting' && answer.state.peek() !== 'streaming') view.finish();
}
