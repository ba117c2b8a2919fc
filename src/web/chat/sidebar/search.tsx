import { useEffect, useRef } from 'preact/hooks';
import { text } from '../../shared/text/text.ts';
import { useChat } from '../chat-context.ts';
import { SearchIcon } from '../icons.tsx';
import { withRest } from '../parts.ts';

const pauseMs = 200;

export function Search() {
  const chat = useChat();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const search = (value: string) => {
    chat.list.query.value = value;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      chat.list.refresh().catch((error) => withRest(chat, (part) => part.handleFailure(chat, error)));
    }, pauseMs);
  };
  return (
    <label class="search">
      <SearchIcon />
      <span class="visually-hidden">{text.sidebar.search}</span>
      <input
        type="search"
        placeholder={text.sidebar.search}
        value={chat.list.query.value}
        onInput={(event) => search(event.currentTarget.value)}
      />
    </label>
  );
}
