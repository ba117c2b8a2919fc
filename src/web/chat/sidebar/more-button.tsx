import { useEffect, useRef } from 'preact/hooks';
import { text } from '../../shared/text/text.ts';
import { handleFailure } from '../actions/handle-failure.ts';
import { useChat } from '../chat-context.ts';

/** Reads the next page, also by itself when the end of the list comes near. */
export function MoreButton() {
  const chat = useChat();
  const { loading, readMore } = chat.list;
  const button = useRef<HTMLButtonElement>(null);
  const read = () => {
    if (loading.peek()) return;
    readMore().catch((error) => handleFailure(chat, error));
  };
  useEffect(() => {
    const node = button.current;
    if (node === null) return;
    // Before the end is in view, so that scrolling does not stop there.
    const options = { root: node.closest('.sidebar-list'), rootMargin: '400px' };
    const end = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) read();
    }, options);
    end.observe(node);
    return () => end.disconnect();
  }, [chat.list.cursor.value]);
  return (
    <button ref={button} type="button" class="quiet-button" disabled={loading.value} onClick={read}>
      {text.sidebar.more}
    </button>
  );
}
