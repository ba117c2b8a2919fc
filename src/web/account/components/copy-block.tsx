import { copyText } from '../../shared/copy-text.ts';
import { words } from '../text/words.ts';

interface CopyBlockProps {
  readonly label: string;
  readonly value: string;
}

/** Something to be pasted elsewhere, to be read and selected as well. */
export function CopyBlock({ label, value }: CopyBlockProps) {
  return (
    <div class="copy-block">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section tabIndex={0} aria-label={label}>
        <code>{value}</code>
      </section>
      <button type="button" class="button small" onClick={() => void copyText(value)}>
        {words.copy}
        <span class="visually-hidden"> {label}</span>
      </button>
    </div>
  );
}
