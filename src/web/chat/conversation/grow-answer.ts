import { effect } from '@preact/signals';
import { readFirstData } from '../../shared/first-data.ts';
import { MarkdownView } from '../../shared/markdown/growing/markdown-view.ts';
import {
  buildSourced,
  listQuotes,
  type ShownSources,
  signMarks,
} from '../../shared/markdown/sources/citations.ts';
import { createFrameSchedule } from '../../shared/render-schedule.ts';
import { type Answer, isRunning } from '../state/answer.ts';
import { mostAtOnce } from './most-at-once.ts';

let makesModelLinks: boolean | null = null;

/** The tenant's choice: every address is a link. */
function mayLink(): boolean {
  makesModelLinks ??= readFirstData('chat').modelLinks;
  return makesModelLinks;
}

/** Shows in `host` an answer that grows, or that is too long to be built at once, until the returned function is called. */
export function growAnswer(host: HTMLElement, answer: Answer): () => void {
  const view = new MarkdownView(host);
  let sources: ShownSources | null = null;
  let [content, signed] = ['', ''];
  const read = () => {
    const [newContent, newSources] = [answer.content.peek(), answer.sources.peek()];
    // Every block may have other links by them.
    if (newSources !== sources) view.clear();
    if (newSources !== sources || newContent !== content) {
      [content, sources] = [newContent, newSources];
      signed = signMarks(content, sources?.citations ?? []);
    }
    return signed;
  };
  const build = (work: () => void) =>
    sources === null ? work() : buildSourced(host, mayLink() ? { ...sources, links: null } : sources, work);
  const step = () => {
    const text = read();
    if (!text.startsWith(view.received)) view.clear();
    const from = view.received.length;
    build(() => view.append(text.slice(from, from + mostAtOnce)));
    const isWhole = from + mostAtOnce >= text.length;
    // Reading a long text to its end is work for a frame of its own.
    const isDone = isWhole && (from === text.length || text.length <= mostAtOnce);
    const hasEnded = answer.state.peek() !== 'waiting' && answer.state.peek() !== 'streaming';
    host.ariaBusy = `${hasEnded && !isDone}`;
    if (!isWhole || (hasEnded && !isDone)) schedule.request();
    else if (hasEnded) {
      build(() => view.finish());
      listQuotes(host, sources?.citations ?? []);
    }
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
