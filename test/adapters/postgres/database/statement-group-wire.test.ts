import assert from 'node:assert/strict';
import { Socket } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { Database } from '#adapters/postgres/database/database.ts';
import type { GuardMode } from '#adapters/postgres/database/guards.ts';
import { DatabaseUnavailable } from '#core/errors.ts';
import type { Break } from '#test/break.ts';
import { FrameReader } from '#test/cuts/cut-frames.ts';
import { Relay } from '#test/cuts/cut-relay.ts';
import { createEmptyDatabase, type TestDatabase } from '#test/database/test-database.ts';
import { postgresTarget, relayedUrl } from '#test/faults/fault-proxy.ts';
import { until } from '#test/reading/until.ts';

const one = { text: 'SELECT $1::int AS one', values: [1] };
const two = { text: 'SELECT $1::text AS two', values: ['two'] };

let created: TestDatabase;
before(async () => {
  created = await createEmptyDatabase();
});
after(() => created.drop());

for (const guards of ['startup', 'transaction'] as const) {
  describe(`on the wire, with guards at ${guards}`, () => {
    const extra = guards === 'startup' ? '' : 'BE';

    it('a statement that is known is one write without a description', async (t) => {
      await using wire = await Wire.open(guards);
      await wire.database.query(one.text, one.values);
      const writes = spyOnWrites(t, wire.port);
      assert.deepEqual(await wire.sent(() => wire.database.query(one.text, one.values)), [`${extra}BES`]);
      assert.equal(writes(), 1);
    });

    it('a group is one write, and its statements are described on the run that prepares them', async (t) => {
      await using wire = await Wire.open(guards);
      await wire.database.query('SELECT 1');
      const writes = spyOnWrites(t, wire.port);
      assert.deepEqual(await wire.sent(() => wire.database.group([one, two, one])), [`${extra}PBDEPBDEBES`]);
      assert.deepEqual(await wire.sent(() => wire.database.group([one, two])), [`${extra}BEBES`]);
      assert.equal(writes(), 2);
    });

    it('a transaction begins in the write of its first statement, and one that is decided takes two', async () => {
      await using wire = await Wire.open(guards);
      const { database } = wire;
      const transaction = () => database.transaction((within) => within.query(one.text, one.values));
      const decided = () =>
        database.readDecideWrite([one, two], () => ({ result: 1, store: [two], afterCommit: [one] }));
      await transaction();
      await decided();
      assert.deepEqual(await wire.sent(transaction), [`BE${extra}BES`, 'BES']);
      assert.deepEqual(await wire.sent(decided), [`BE${extra}BEBES`, `BEBE${extra}BES`]);
    });
  });
}

it('a group to a server that says nothing is given up', { timeout: 60_000 }, async () => {
  await using wire = await Wire.open('startup', 50);
  // On a busy machine the limit may cut a statement that is answered, too.
  const answered = () => wire.database.group([one]).catch(() => null);
  await until(answered);
  wire.isSilent = true;
  await assert.rejects(wire.database.group([one, two]), DatabaseUnavailable);
  wire.isSilent = false;
  assert.deepEqual(await until(answered), [[{ one: 1 }]]);
});

/** A connection whose messages are observed on their way. */
class Wire implements AsyncDisposable {
  readonly database: Database;
  readonly #relay: Relay;
  readonly #requests: string[];
  /** Responses are lost. */
  isSilent = false;

  private constructor(relay: Relay, database: Database, requests: string[]) {
    this.#relay = relay;
    this.database = database;
    this.#requests = requests;
  }

  static async open(guards: GuardMode, statementTimeoutMs = 15_000): Promise<Wire> {
    const requests: string[] = [];
    const upstream = new URL(created.url);
    const relay = await Relay.start(
      () => postgresTarget(upstream),
      (link) => {
        const frames = new FrameReader('client');
        return {
          onRequest(bytes) {
            requests.push(
              frames
                .push(bytes)
                .map(({ type }) => type)
                .join(''),
            );
            link.toServer(bytes);
          },
          onAnswer: (bytes) => {
            if (!wire.isSilent) link.toClient(bytes);
          },
          onClose: () => undefined,
        };
      },
    );
    const connectionString = relayedUrl(upstream, relay);
    const wire = new Wire(
      relay,
      new Database({ connectionString, connections: 1, guards, statementTimeoutMs }),
      requests,
    );
    return wire;
  }

  get port(): number {
    return this.#relay.port;
  }

  /** The message types of each request that `work` sends. */
  async sent(work: () => Promise<unknown>): Promise<readonly string[]> {
    this.#requests.length = 0;
    await work();
    return [...this.#requests];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.database[Symbol.asyncDispose]();
    await this.#relay[Symbol.asyncDispose]();
  }
}

interface Mocks {
  readonly mock: { method: typeof import('node:test').mock.method };
}

/** Counts the calls of `write` on sockets to a port. */
function spyOnWrites({ mock }: Mocks, port: number): () => number {
  const { mock: spy } = mock.method(Socket.prototype, 'write');
  return () =>
    spy.calls.filter((call) => call.this instanceof Socket && call.this.remotePort === port).length;
}

export const breaks: readonly Break[] = [
  {
    rule: 'A statement is described only where it is prepared',
    file: 'src/adapters/postgres/database/statement-group.ts',
    replace: 'if (isNew) parts.push(serialize.describe',
    by: 'parts.push(serialize.describe',
  },
  {
    rule: 'A group is one write',
    file: 'src/adapters/postgres/database/statement-group.ts',
    replace: 'if (connection.stream.writable) connection.stream.write(bytes);',
    by: 'if (connection.stream.writable) for (const byte of [bytes.subarray(0, 1), bytes.subarray(1)]) connection.stream.write(byte);',
  },
  {
    rule: 'Behind a pooler what is read behind a commit has time limits too',
    file: 'src/adapters/postgres/database/database.ts',
    replace: 'const reads = afterCommit.length > 0 ? [...this.#guards, ...afterCommit] : [];',
    by: 'const reads = afterCommit;',
  },
];
