import { exportAddress } from '../state/account-client.ts';
import { words } from '../text/words.ts';

/** Downloads everything that is stored about a person. */
export function ExportLink({ identity }: { readonly identity: string }) {
  if (identity === '') return null;
  return (
    <a class="button small" href={exportAddress(identity)} download="user-data.jsonl">
      {words().people.export}
    </a>
  );
}
