import { rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { makeFolder } from '../machine/make-folder.ts';
import { until } from '../reading/until.ts';

/** One request of a call, as it was verified and noted before anything else. */
export interface ShopRequest {
  readonly id: string;
  readonly tool: string;
  readonly user: string;
  readonly arguments: string;
  readonly attempt: number;
  /** When a person has said yes to it. */
  readonly confirmedAt: string | null;
}

/** A partner's tools, with a ledger of what was asked of them and what they did. */
export interface PartnerShop extends AsyncDisposable {
  readonly url: string;
  /** Every request, in the order of their arrival. */
  requests(): readonly ShopRequest[];
  /** What has happened, as often as it has; all of it, or for one call. */
  effects(id?: string): readonly string[];
  /** Requests from now on are answered when this is called, and not before. */
  hold(): () => void;
  /** Those that are open now. */
  connections(): Promise<number>;
  /** The requests, once there are so many. */
  until(count: number): Promise<readonly ShopRequest[]>;
  /** One answer in so many is cut off once its effect is stored; 0: none. */
  dropsOneIn: number;
  /** One call in so many is cut off before it is read; 0: none. */
  cutsOneIn: number;
}

/** What the shop says of where an order is. */
export const orderAddress = 'https://shop.example/orders/7';

const properties = { status: { type: 'string' } };
const tools = [
  { name: 'find_orders', description: 'Finds orders.', inputSchema: { type: 'object', properties } },
  {
    name: 'cancel_order',
    description: 'Cancels an order.',
    inputSchema: {
      type: 'object',
      properties: { order_id: { type: 'string' } },
      required: ['order_id'],
    },
  },
];

export async function startPartnerShop(): Promise<PartnerShop> {
  const folder = makeFolder('parley-shop-');
  const ledger = new DatabaseSync(join(folder, 'ledger.db'));
  ledger.exec(`create table requests (nth integer primary key, id text, tool text, user text, arguments text, attempt integer, confirmed text);
    create table effects (nth integer primary key, id text, what text)`);
  let arrived = 0;
  let answered = 0;
  let held: Promise<void> = Promise.resolve();
  const server = createServer(async (request, response) => {
    const message = await readMessage(request);
    if (message.method !== 'tools/call') return answer(response, message.id, listed(message.method));
    arrived += 1;
    if (shop.cutsOneIn > 0 && arrived % shop.cutsOneIn === 0) return request.socket.destroy();
    const { name, arguments: given, _meta } = message.params;
    const about = _meta['dev.parley/call'];
    const id = String(request.headers['webhook-id']);
    ledger
      .prepare(
        'insert into requests (id, tool, user, arguments, attempt, confirmed) values (?, ?, ?, ?, ?, ?)',
      )
      .run(id, name, about.external_user_id, JSON.stringify(given), about.attempt, about.confirmed_at);
    await held;
    if (name === 'cancel_order') {
      const what = `${about.external_user_id} cancels ${given['order_id']}`;
      ledger.prepare('insert into effects (id, what) values (?, ?)').run(id, what);
    }
    answered += 1;
    if (shop.dropsOneIn > 0 && answered % shop.dropsOneIn === 0) return request.socket.destroy();
    const order = `Order 7 of ${about.external_user_id} is open. See ${orderAddress}`;
    const text = name === 'find_orders' ? order : 'Cancelled.';
    answer(response, message.id, { resultType: 'complete', content: [{ type: 'text', text }] });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const requests = () =>
    ledger
      .prepare('select id, tool, user, arguments, attempt, confirmed from requests order by nth')
      .all()
      .map(requestOf);
  const shop: PartnerShop = {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/parley-tools`,
    requests,
    effects: (id) =>
      ledger
        .prepare('select what from effects where id = coalesce(?, id) order by nth')
        .all(id ?? null)
        .map(({ what }) => String(what)),
    hold: () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      held = promise;
      return () => {
        held = Promise.resolve();
        resolve();
      };
    },
    connections: () =>
      new Promise((resolve, reject) =>
        server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
      ),
    until: (count) => until(() => requests().length >= count && requests()),
    dropsOneIn: 0,
    cutsOneIn: 0,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      ledger.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
  return shop;
}

function requestOf(row: Readonly<Record<string, unknown>>): ShopRequest {
  const { id, tool, user, arguments: given, attempt, confirmed } = row;
  return {
    id: String(id),
    tool: String(tool),
    user: String(user),
    arguments: String(given),
    attempt: Number(attempt),
    confirmedAt: typeof confirmed === 'string' ? confirmed : null,
  };
}

interface CallMessage {
  readonly id: string;
  readonly method: string;
  readonly params: {
    readonly name: string;
    readonly arguments: Readonly<Record<string, string>>;
    readonly _meta: {
      readonly 'dev.parley/call': {
        readonly external_user_id: string;
        readonly attempt: number;
        readonly confirmed_at: string | null;
      };
    };
  };
}

async function readMessage(request: IncomingMessage): Promise<CallMessage> {
  let body = '';
  for await (const piece of request.setEncoding('utf8')) body += piece;
  return JSON.parse(body);
}

function listed(method: string): object {
  if (method === 'tools/list') return { resultType: 'complete', tools, ttlMs: 60_000 };
  return {
    resultType: 'complete',
    supportedVersions: ['2026-07-28'],
    capabilities: { tools: {} },
    serverInfo: { name: 'shop', version: '1' },
  };
}

function answer(response: ServerResponse, id: string, result: object): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
}
