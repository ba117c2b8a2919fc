import { effect } from '@preact/signals';
import { MarkdownView } from '../../shared/markdown/growing/markdown-view.ts';
import { createFrameSchedule } from '../../shared/render-schedule.ts';
import { type Answer, isRunning } from '../state/answer.ts';
import { mostAtOnce } from './most-at-once.ts';

/** Shows in `host` an answer that grows, or that is too long to be built at once, until the returned function is called. */
export function growAnswer(host: HTMLElement, answer: Answer): () => void {
  const view = new MarkdownView(host);
  const step = () => {
    const content = answer.content.peek();
    if (!content.startsWith(view.received)) view.clear();
    const from = view.received.length;
    view.append(content.slice(from, from + mostAtOnce));
    const isWhole = from + mostAtOnce >= content.length;
    // Reading a long text to its end is work for a frame of its own.
    const isDone = isWhole && (from === content.length || content.length <= mostAtOnce);
    const hasEnded = answer.state.peek() !== 'waiting' && answer.state.peek() !== 'streaming';
    host.ariaBusy = `${hasEnded && !isDone}`;
    if (!isWhole || (hasEnded && !isDone)) schedule.request();
    else if (hasEnded) view.finish();
  };
  const schedule = createFrameSchedule(step);
  const end = effect(() => {
    answer.content.value;
    if (isRunning(answer)) {
      schedule.request();
    } else {
      schedule.cancel();
      step();
    }
  });
  return () => {
    end();
    schedule.cancel();
  };
}
