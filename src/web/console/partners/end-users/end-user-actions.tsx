import type { EndUser } from '#contract/console/end-user.ts';
import type { UserDataErasure } from '#contract/people.ts';
import { RequestFailed } from '../../../shared/api/request-failed.ts';
import { offerUndo } from '../../../shared/components/offer-undo.tsx';
import { Problem } from '../../../shared/components/problem.tsx';
import { toast } from '../../../shared/components/toast.tsx';
import { download } from '../../../shared/download.ts';
import { useConsole } from '../../console-context.ts';
import { AskButton } from '../../dialogs/ask-button.tsx';
import { useAction } from '../../state/use-action.ts';
import { useMay } from '../../state/use-session.ts';
import { clientPath } from '../change-client.ts';
import { TypedButton } from '../typed-button.tsx';
import { endUserWords as text } from './end-user-words.ts';

interface EndUserActionsProps {
  readonly slug: string;
  readonly user: EndUser;
  /** The query that names the user. */
  readonly asked: string;
  readonly refresh: () => Promise<void>;
  readonly onErased: () => void;
}

export function EndUserActions({ slug, user, asked, refresh, onErased }: EndUserActionsProps) {
  const { api } = useConsole();
  const may = useMay();
  const { busy, problem, run } = useAction();
  const data = `${clientPath(slug, 'user-data')}${asked}`;
  const set = async (method: 'PUT' | 'DELETE') => {
    await api.send(method, `${clientPath(slug, 'blocked-users')}${asked}`);
    await refresh();
  };
  const block = async () => {
    await set('PUT');
    offerUndo(text.wasBlocked(user.external_user_id), text.undo, () => void run(() => set('DELETE')));
  };
  const save = async () => {
    const lines = await api.readText(data);
    // Its last line says that nothing is missing.
    if (!lines.trimEnd().split('\n').at(-1)?.startsWith('{"type":"end"'))
      throw new RequestFailed(null, 0, null);
    download('user-data.jsonl', 'application/x-ndjson', lines);
    toast(text.exported);
  };
  const erase = async () => {
    await api.send<UserDataErasure>('DELETE', data);
    onErased();
    await refresh();
  };
  return (
    <div class="row-actions">
      {may('unblockUser') && user.blocked_at !== null && !user.erasing && (
        <button
          type="button"
          class="button small"
          disabled={busy.value}
          onClick={() => void run(() => set('DELETE'))}
        >
          {text.unblock}
        </button>
      )}
      {may('blockUser') && user.blocked_at === null && (
        <AskButton label={text.block} title={text.blockTitle} danger onConfirm={block}>
          <p>{text.blockBody}</p>
        </AskButton>
      )}
      {may('exportUserData') && (
        <AskButton label={text.export} title={text.exportTitle} onConfirm={save}>
          <p>{text.exportBody}</p>
        </AskButton>
      )}
      {may('eraseUserData') && !user.erasing && (
        <TypedButton
          label={text.erase}
          title={text.eraseTitle}
          name={user.external_user_id}
          onConfirm={erase}
        >
          {text.eraseBody}
        </TypedButton>
      )}
      <Problem text={problem.value} />
    </div>
  );
}
