import { type FoundKind, foundKinds } from '#contract/console/found.ts';
import type { ScreenStore } from '../screens/screen-store.ts';
import { operation } from './operation.ts';
import { seesPeople } from './principal.ts';

interface FindServices {
  readonly screens: Pick<ScreenStore, 'find'>;
}

const mostThings = 20;
/** A role that sees no people must not learn who there is. */
const withoutPeople: readonly FoundKind[] = foundKinds.filter(
  (kind) => kind !== 'user' && kind !== 'account',
);

export const findOperations = {
  findById: operation('findById', async ({ screens }: FindServices, { by, query }) => {
    const rows = await screens.find(query.id.trim(), seesPeople(by) ? foundKinds : withoutPeople, mostThings);
    const data = rows.map(({ kind, clientSlug, userId, detail, at }) => ({
      kind,
      client: clientSlug,
      external_user_id: userId,
      detail,
      at: at.toISOString(),
    }));
    return { body: { ok: true, data } as const };
  }),
};
