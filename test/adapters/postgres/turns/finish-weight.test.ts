import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { Database } from '#adapters/postgres/database/database.ts';
import { PostgresTurnStore } from '#adapters/postgres/turns/turn-store.ts';
import type { Break } from '#test/break.ts';
import { createTestDatabase } from '#test/database/test-database.ts';
import { buildFinish } from '#test/world/factories.ts';

const megabyte = 1024 * 1024;

test('one statement ends many turns, and puts together no more than four megabytes of text, its stored part included', async () => {
  await using testDatabase = await createTestDatabase();
  let statements = 0;
  await using database = new Database({
    connectionString: testDatabase.url,
    onStatement: (name) => {
      if (name === 'finish') statements += 1;
    },
  });
  const turns = new PostgresTurnStore(database, { notify: () => Promise.resolve() });
  const endEight = async (textFrom: number) => {
    statements = 0;
    await Promise.all(Array.from({ length: 8 }, () => turns.finish(unknownTurn(textFrom))));
    return statements;
  };
  const light = await endEight(0);
  assert.ok(light <= 2, `${light} statements`);
  assert.equal(await endEight(3 * megabyte), 8);
});

/** The statements are the same for turns that do not exist. */
function unknownTurn(textFrom: number) {
  const [turnId, conversationId] = [randomUUID(), randomUUID()];
  return buildFinish(
    { clientId: 1, turnId, conversationId, attempt: 1, day: '2030-01-01' },
    { textFrom, flushed: true },
  );
}

export const breaks: readonly Break[] = [
  {
    rule: 'A statement that ends turns counts the text that it reads again',
    file: 'src/adapters/postgres/turns/turn-store.ts',
    replace: 'text.length + textFrom',
    by: 'text.length',
  },
];
