import { MoreButton } from '../../../administration/components/more-button.tsx';
import { ListState } from '../../../administration/components/read-state.tsx';
import { useList } from '../../../administration/state/use-list.ts';
import { EndedTurnsTable } from '../../failures/ended-turns-table.tsx';
import { call } from '../../state/call.ts';
import { endUserWords as text } from './end-user-words.ts';

interface UserTurnsProps {
  readonly slug: string;
  readonly identity: string;
}

/** The outcomes of the last questions of an end user. */
export function UserTurns({ slug, identity }: UserTurnsProps) {
  const list = useList(
    call('listEndedTurns', { query: { client: slug, external_user_id: identity, limit: 20 } }),
    ({ job_uuid: uuid }) => uuid,
  );
  return (
    <>
      <h4>{text.turns}</h4>
      <ListState list={list} empty={text.noTurns} />
      {list.items !== null && list.items.length > 0 && <EndedTurnsTable turns={list.items} />}
      <MoreButton {...list} />
    </>
  );
}
