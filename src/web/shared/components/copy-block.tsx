import { copyText } from '../../shared/copy-text.ts';
import { commonText } from '../text/common-text.ts';

interface CopyBlockProps {
  readonly label: string;
  readonly value: string;
}

/** Text to be pasted elsewhere, which can also be read and selected. */
export function CopyBlock({ label, value }: CopyBlockProps) {
  return (
    <div class="copy-block">
      <pre>
        <code>{value}</code>
      </pre>
      <button type="button" class="button small" onClick={() => void copyText(value)}>
        {commonText.copy}
        <span class="visually-hidden"> {label}</span>
      </button>
    </div>
  );
}
