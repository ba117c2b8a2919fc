import type { Static } from 'typebox';
import type { ClientList } from '#contract/admin.ts';

/** A row of the list of partners, with what the partner has used today. */
export type ListedClient = Static<typeof ClientList>['data'][number];
