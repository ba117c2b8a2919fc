import type { Admission } from '#core/turn/admission/admission.ts';
import { userName, userNameOf } from '#core/turn/admission/admission-names.ts';
import type { FactQuery, FactsBuilder } from './facts-builder.ts';

interface RunningRow {
  readonly client_id: number;
  readonly user_id: string;
  readonly of_client: number;
  readonly of_user: number;
}

/** Counts the running turns of limited clients and of the requesting users, with the function that a claim uses. */
export function readRunning(streams: readonly Admission[], facts: FactsBuilder): FactQuery {
  const users = [...new Map(streams.map((one) => [userNameOf(one), one.owner])).values()];
  return {
    text: `select a.client_id, a.user_id, w.of_client, w.of_user
      from unnest($1::integer[], $2::text[]) a(client_id, user_id),
        turns_under_way(a.client_id, a.user_id, null) w`,
    values: [users.map(({ clientId }) => clientId), users.map(({ userId }) => userId)],
    apply(rows: RunningRow[]) {
      for (const { client_id, user_id, of_client, of_user } of rows) {
        facts.running.set(userName(client_id, user_id), { ofClient: of_client, ofUser: of_user });
      }
    },
  };
}
