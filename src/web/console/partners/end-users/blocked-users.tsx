import { MoreButton } from '../../../administration/components/more-button.tsx';
import { PlainButton } from '../../../administration/components/plain-button.tsx';
import { ListState } from '../../../administration/components/read-state.tsx';
import { useList } from '../../../administration/state/use-list.ts';
import { Ago } from '../../components/ago.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { call } from '../../state/call.ts';
import { endUserWords as text } from './end-user-words.ts';

interface BlockedUsersProps {
  readonly slug: string;
  readonly onShow: (identity: string) => void;
}

export function BlockedUsers({ slug, onShow }: BlockedUsersProps) {
  const list = useList(
    call('listBlockedUsers', { params: { slug }, query: { limit: 50 } }),
    ({ external_user_id: id }) => id,
  );
  return (
    <>
      <ListState list={list} empty={text.noneBlocked} />
      {list.items !== null && list.items.length > 0 && (
        <DataTable
          label={text.blockedList}
          rows={list.items}
          keyOf={({ external_user_id: id }) => id}
          columns={[
            {
              name: text.identity,
              show: ({ external_user_id: id }) => (
                <span class="breaking" dir="auto">
                  {id}
                </span>
              ),
            },
            { name: text.since, spare: true, show: ({ blocked_at: at }) => <Ago at={at} /> },
            {
              name: text.show,
              show: ({ external_user_id: id }) => (
                <PlainButton label={text.show} about={id} disabled={false} onClick={() => onShow(id)} />
              ),
            },
          ]}
        />
      )}
      <MoreButton {...list} />
    </>
  );
}
