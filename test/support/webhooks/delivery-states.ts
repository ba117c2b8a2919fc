import assert from 'node:assert/strict';
import { Client } from 'pg';
import { until } from '../reading/until.ts';
import type { Api } from '../world/api.ts';
import type { Partner } from '../world/partner.ts';
import { create, sendTest } from './endpoint.ts';
import type { Receiver } from './receiver.ts';
import type { ByteServer } from './serve-bytes.ts';

/** A delivery in one state, in the process that is killed then. `receiver` may hang: it is replaced afterwards. */
export interface DyingDelivery {
  readonly api: Api;
  readonly partner: Partner;
  readonly receiver: Receiver;
  /** Accepts connections and says nothing. */
  readonly silent: ByteServer;
}

/** Brings a delivery into a state, kills its process there, and resolves with the endpoint. */
type Reach = (delivery: DyingDelivery) => Promise<string>;

/** Every state of a delivery, in its order. A process that is stopped before it is killed does nothing in between. */
export const deliveryStates: Readonly<Record<string, Reach>> = {
  'claimed, and not begun': async ({ api, partner, receiver }) => {
    const { id } = await create(partner, receiver, { enabled: false });
    assert.equal((await partner.post(`/webhooks/${id}/test`, {})).status, 202);
    const holder = new Client({ connectionString: api.databaseUrl });
    await holder.connect();
    await holder.query('begin');
    await holder.query('select from webhook_deliveries where webhook_id = $1 for update', [id]);
    assert.equal((await partner.post(`/webhooks/${id}/enable`, {})).status, 200);
    await until(async () => (await waitsForLock(api)) > 0);
    api.serviceOf().kill('SIGSTOP');
    await holder.query('rollback');
    await holder.end();
    await untilLeased(api, id);
    await kill(api);
    return id;
  },

  connecting: async ({ api, partner, receiver, silent }) => {
    const { id } = await create(partner, { ...receiver, url: silent.url.replace('http:', 'https:') });
    const asked = silent.asked();
    assert.equal((await partner.post(`/webhooks/${id}/test`, {})).status, 202);
    await asked;
    await kill(api);
    return id;
  },

  'sent, and not answered': async ({ api, partner, receiver }) => {
    receiver.answer = () => undefined;
    const { id } = await create(partner, receiver);
    await sendTest(partner, id, receiver, receiver.received.length + 1);
    await kill(api);
    return id;
  },

  'answered, and not recorded': async ({ api, partner, receiver }) => {
    receiver.answer = (_, response) => {
      api.serviceOf().kill('SIGSTOP');
      response.writeHead(204).end();
    };
    const { id } = await create(partner, receiver);
    await sendTest(partner, id, receiver, receiver.received.length + 1);
    await kill(api);
    return id;
  },
};

async function kill(api: Api): Promise<void> {
  api.serviceOf().kill('SIGKILL');
  await api.serviceOf().exited;
}

async function waitsForLock({ database }: Api): Promise<number> {
  const rows = await database.query(
    `select from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock' and query like '%take_due_deliveries%'`,
  );
  return rows.length;
}

function untilLeased({ database }: Api, id: string): Promise<unknown> {
  return until(async () => {
    const rows = await database.query(
      'select from webhook_deliveries where webhook_id = $1 and lease_id is not null',
      [id],
    );
    return rows.length > 0;
  });
}
