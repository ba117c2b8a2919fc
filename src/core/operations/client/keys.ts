import { keyOperations as rows } from '#contract/operations/keys.ts';
import type { OwnKeyAnswer, OwnKeyRotated } from '#contract/partners/keys.ts';
import type { ClientWithKey } from '../../administration/manage-clients.ts';
import type { Client } from '../../clients/client.ts';
import { errors } from '../../errors.ts';
import type { OwnKeyManager } from '../../keys/manage-own-key.ts';
import type { ConfirmedBy } from '../../sign-in/confirm-administrator.ts';
import type { Asker } from '../principal.ts';
import { listed, type PerformsAll } from './client-operation.ts';

export interface KeyServices {
  readonly ownKeys: OwnKeyManager;
}

/** The operations of a partner on its own key. */
const performs: PerformsAll<typeof rows, KeyServices> = {
  getOwnKey: async (_services, { client }) => ({ body: presentKey(client) }),
  rotateOwnKey: async ({ ownKeys }, { by, client, body }) => {
    const author = by.channel === 'key' ? by.actor : administratorOf(by).actor;
    return { body: presentRotated(await ownKeys.rotate(author, client.slug, body?.overlap_seconds)) };
  },
  replaceOwnKey: async ({ ownKeys }, { by, client, body }) => ({
    body: presentRotated(await ownKeys.replace(client.slug, confirmedBy(by, body.password))),
  }),
  endOwnPreviousKey: async ({ ownKeys }, { by, client, body }) => ({
    body: presentKey(await ownKeys.endPrevious(client.slug, confirmedBy(by, body.password))),
  }),
};

export const keyOperations = listed(rows, performs);

function presentKey({ keyPrefix, previousKeyUntil }: Client): OwnKeyAnswer {
  return { ok: true, key_prefix: keyPrefix, previous_key_until: previousKeyUntil?.toISOString() ?? null };
}

function presentRotated({ client, apiKey }: ClientWithKey): OwnKeyRotated {
  return { ...presentKey(client), api_key: apiKey };
}

function confirmedBy(by: Asker, password: string): ConfirmedBy {
  const { actor: author, address } = administratorOf(by);
  return { author, password, address };
}

/** No row gives these operations to an operator. */
function administratorOf(by: Asker) {
  if (by.channel !== 'account') throw errors.notFound();
  return by;
}
