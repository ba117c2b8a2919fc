import { copyText } from '../../shared/copy-text.ts';
import { laterText } from '../../shared/text/later-text.ts';

/** Names the turn that failed to the operator, who looks it up. */
export function FailureReference({ reference }: { readonly reference: string }) {
  return (
    <>
      <code class="reference">{reference}</code>
      <button type="button" class="quiet-button" onClick={() => void copyText(reference)}>
        {laterText.actions.copyReference}
      </button>
    </>
  );
}
