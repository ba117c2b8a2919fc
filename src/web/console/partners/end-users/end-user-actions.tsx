import { RequestFailed } from '#client/request-failed.ts';
import type { EndUser } from '#contract/console/end-user.ts';
import { AskButton } from '../../../administration/dialogs/ask-button.tsx';
import { useAction } from '../../../administration/state/use-action.ts';
import { offerUndo } from '../../../shared/components/offer-undo.tsx';
import { Problem } from '../../../shared/components/problem.tsx';
import { toast } from '../../../shared/components/toast.tsx';
import { download } from '../../../shared/download.ts';
import { isolate } from '../../../shared/text/isolate.ts';
import { useConsole } from '../../console-context.ts';
import { call } from '../../state/call.ts';
import { useMay } from '../../state/use-session.ts';
import { ConfirmByNameButton } from '../confirm-by-name-button.tsx';
import { endUserWords as text } from './end-user-words.ts';

interface EndUserActionsProps {
  readonly slug: string;
  readonly user: EndUser;
  /** The query that names the user. */
  readonly query: { readonly external_user_id: string };
  readonly refresh: () => Promise<void>;
  readonly onErased: () => void;
}

export function EndUserActions({ slug, user, query, refresh, onErased }: EndUserActionsProps) {
  const { api } = useConsole();
  const may = useMay();
  const { busy, problem, run } = useAction();
  const asked = { params: { slug }, query };
  const name = isolate(user.external_user_id);
  const unblock = async () => {
    await api.send(call('unblockUser', asked));
    await refresh();
  };
  const block = async () => {
    await api.send(call('blockUser', asked));
    await refresh();
    offerUndo(text.wasBlocked(user.external_user_id), text.undo, () => void run(unblock));
  };
  const save = async () => {
    const lines = await api.readText(call('exportUserData', asked));
    // Its last line confirms that nothing is missing.
    if (!lines.trimEnd().split('\n').at(-1)?.startsWith('{"type":"end"'))
      throw new RequestFailed(null, 0, null);
    download('user-data.jsonl', 'application/x-ndjson', lines);
    toast(text.exported);
  };
  const erase = async () => {
    await api.send(call('eraseUserData', asked));
    onErased();
    await refresh();
  };
  return (
    <div class="row-actions">
      {may('unblockUser') && user.blocked_at !== null && !user.erasing && (
        <button type="button" class="button small" disabled={busy.value} onClick={() => void run(unblock)}>
          {text.unblock}
        </button>
      )}
      {may('blockUser') && user.blocked_at === null && (
        <AskButton label={text.block} title={text.blockTitle} danger onConfirm={block}>
          {text.blockBody(name)}
        </AskButton>
      )}
      {may('exportUserData') && (
        <AskButton label={text.export} title={text.exportTitle} onConfirm={save}>
          {text.exportBody(name)}
        </AskButton>
      )}
      {may('eraseUserData') && !user.erasing && (
        <ConfirmByNameButton
          label={text.erase}
          title={text.eraseTitle}
          name={user.external_user_id}
          onConfirm={erase}
        >
          {text.eraseBody}
        </ConfirmByNameButton>
      )}
      <Problem text={problem.value} />
    </div>
  );
}
