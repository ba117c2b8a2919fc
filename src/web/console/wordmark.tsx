import { words } from './text/words.ts';

export function Wordmark() {
  return (
    <p class="wordmark">
      <svg viewBox="0 0 20 20" aria-hidden="true" focusable="false">
        <path d="M3.5 4h13v9h-7l-4 3.5V13h-2z" />
      </svg>
      <span>
        {words.product} <span class="wordmark-part">{words.title}</span>
      </span>
    </p>
  );
}
