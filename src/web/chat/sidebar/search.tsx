import { text } from '../../shared/text/text.ts';
import { useChat } from '../chat-context.ts';
import { SearchIcon } from '../icons.tsx';

/** The longest text that the service searches for. */
const longest = 200;

export function Search() {
  const { query } = useChat().list;
  const clear = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || query.value === '') return;
    // The key must not end anything else.
    event.preventDefault();
    event.stopPropagation();
    query.value = '';
  };
  return (
    <label class="search">
      <SearchIcon />
      <span class="visually-hidden">{text.sidebar.search}</span>
      <input
        type="text"
        enterkeyhint="search"
        autocomplete="off"
        placeholder={text.sidebar.search}
        dir="auto"
        maxLength={longest}
        value={query.value}
        onInput={(event) => {
          query.value = event.currentTarget.value;
        }}
        onKeyDown={clear}
      />
    </label>
  );
}
