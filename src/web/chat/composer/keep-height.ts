import { effect } from '@preact/signals';
import type { Chat } from '../state/chat.ts';

/**
 * Sets the height of Message for as long as typing needs no other. A text area whose height follows its content has
 * the browser lay out and observe the whole page at every key, however long the conversation is; one with a height
 * of its own is laid out alone. Returns what ends it.
 */
export function keepHeight(chat: Pick<Chat, 'drafts'>): () => void {
  const done = new AbortController();
  const { signal } = done;
  let kept: { readonly area: HTMLTextAreaElement; readonly width: number; readonly isFull: boolean } | null =
    null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let length = 0;

  const release = () => {
    clearTimeout(timer);
    widths.disconnect();
    kept?.area.style.removeProperty('block-size');
    kept?.area.style.removeProperty('contain');
    kept = null;
  };
  const keep = (area: HTMLTextAreaElement) => {
    const { clientHeight, clientWidth: width, offsetHeight, scrollHeight } = area;
    area.style.blockSize = `${offsetHeight}px`;
    area.style.contain = 'strict';
    kept = { area, width, isFull: scrollHeight > clientHeight };
    widths.observe(area);
  };
  const widths = new ResizeObserver(() => {
    if (kept !== null && kept.area.clientWidth !== kept.width) release();
  });
  const onInput = (event: Event) => {
    const { target: area } = event;
    if (!(area instanceof HTMLTextAreaElement) || area.closest('.composer') === null) return;
    const isLonger = insertsText(event) && area.value.length === length + (event.data?.length ?? 0);
    const fits = kept?.area === area && (kept.isFull || area.scrollHeight <= area.clientHeight);
    if (isLonger && fits) return;
    release();
    // After the frame with this key, which then has one layout of the page and not two.
    if (isLonger) timer = setTimeout(() => keep(area));
  };
  const stop = effect(() => {
    const draft = chat.drafts.draft.value;
    length = draft.length;
    // The page changed it, not the reader.
    if (kept !== null && kept.area.value !== draft) release();
  });
  if (CSS.supports('field-sizing', 'content')) {
    // Before the draft knows of it.
    document.addEventListener('input', onInput, { signal, capture: true });
    addEventListener('resize', release, { signal });
  }
  return () => {
    stop();
    done.abort();
    release();
  };
}

/** Anything else, like an edit in the middle of a composed word, may make the text lower as well. */
function insertsText(event: Event): event is InputEvent {
  return event instanceof InputEvent && event.inputType === 'insertText' && !event.isComposing;
}
