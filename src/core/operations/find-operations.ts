import { type FoundKind, foundKinds } from '#contract/console/found.ts';
import { errors } from '../errors.ts';
import type { IdentifiedUser, IdentifiedUsers } from '../people/identified-users.ts';
import type { FoundRow, ScreenStore } from '../screens/screen-store.ts';
import { operation } from './operation.ts';
import { seesPeople } from './principal.ts';

interface IdentifyServices {
  readonly identified: Pick<IdentifiedUsers, 'find'>;
}

interface FindServices extends IdentifyServices {
  readonly screens: Pick<ScreenStore, 'find'>;
}

const mostThings = 20;
/** A role that sees no people must not learn who there is. */
const withoutPeople: readonly FoundKind[] = foundKinds.filter(
  (kind) => kind !== 'user' && kind !== 'account',
);

export const findOperations = {
  findById: operation('findById', async ({ screens, identified }: FindServices, { by, query }) => {
    const id = query.id.trim();
    const [rows, user] = await Promise.all([
      screens.find(id, seesPeople(by) ? foundKinds : withoutPeople, mostThings),
      seesPeople(by) ? identified.find(id) : null,
    ]);
    const found = user === null ? rows : [rowOf(user), ...rows].slice(0, mostThings);
    const data = found.map(({ kind, clientSlug, userId, detail, at }) => ({
      kind,
      client: clientSlug,
      external_user_id: userId,
      detail,
      at: at.toISOString(),
    }));
    return { body: { ok: true, data } as const };
  }),
  identifyUser: operation('identifyUser', async ({ identified }: IdentifyServices, { query }) => {
    const user = await identified.find(query.identifier.trim());
    if (user === null) throw errors.userNotFound();
    const { clientSlug: client, userId: external_user_id, providerId: provider, day } = user;
    return { body: { ok: true, client, external_user_id, provider, day } as const };
  }),
};

function rowOf({ clientSlug, userId, providerId, day }: IdentifiedUser): FoundRow {
  return { kind: 'user', clientSlug, userId, detail: providerId, at: new Date(day) };
}
