import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Value } from 'typebox/value';
import type { Database } from '#adapters/postgres/database/database.ts';
import { PostgresBlockedUserStore } from '#adapters/postgres/people/blocked-user-store.ts';
import { PostgresTurnStore } from '#adapters/postgres/turns/turn-store.ts';
import { PostgresUsageStore } from '#adapters/postgres/usage/usage-store.ts';
import { UsageAnswer } from '#contract/resources.ts';
import type { Client } from '#core/clients/client.ts';
import { readUsage, type UsageReading } from '#core/usage/usage.ts';
import { openPatientDatabase } from '#test/database/patient-database.ts';
import { createTestDatabase, type TestDatabase } from '#test/database/test-database.ts';
import { answeredTurn, callerOf, createClient, ownerIn } from '#test/world/factories.ts';

let testDatabase: TestDatabase;
let database: Database;
let turns: PostgresTurnStore;
let reading: UsageReading;

describe('the usage of today', () => {
  before(async () => {
    testDatabase = await createTestDatabase();
    database = openPatientDatabase(testDatabase.url, 2);
    turns = new PostgresTurnStore(database, { notify: () => Promise.resolve() });
    reading = {
      usage: new PostgresUsageStore(database),
      blockedUsers: new PostgresBlockedUserStore(database),
    };
  });
  after(async () => {
    await database[Symbol.asyncDispose]();
    await testDatabase.drop();
  });

  it('is zero for a user who never asked', async () => {
    const client = await createClient(database, { daily_limit: 200 });
    const { answer, counts } = await readUsage(reading, keyOf(client), ownerIn(client));
    assert.deepEqual([...Value.Errors(UsageAnswer, answer)], []);
    assert.equal(answer.usage.requests.label, '0/200');
    assert.equal(answer.usage.deep_dive.label, '0/unlimited');
    assert.equal(answer.usage.reset_at, startOfNextDay(counts.day));
  });

  it('counts everything of the user, beside the client’s own count', async () => {
    const client = await createClient(database, { daily_limit: 200, user_deep_dive_limit: 3 });
    await answeredTurn(turns, client, ownerIn(client, 'anna'), { deepDive: true, priority: true });
    await answeredTurn(turns, client, ownerIn(client, 'bert'));
    const { answer } = await readUsage(reading, keyOf(client), ownerIn(client, 'bert'));
    assert.equal(answer.usage.requests.scope, 'client');
    assert.equal(answer.usage.requests.label, '1/200');
    assert.equal(answer.usage.requests.remaining, 198);
    assert.equal(answer.usage.client?.requests.label, '2/200');
    assert.equal(answer.usage.priority.used, 0);
    const anna = await readUsage(reading, keyOf(client), ownerIn(client, 'anna'));
    assert.equal(anna.answer.usage.deep_dive.label, '1/3');
    assert.equal(anna.answer.usage.deep_dive.remaining, 2);
    assert.equal(anna.answer.usage.priority.label, '1/unlimited');
  });
});

function keyOf(client: Client) {
  return callerOf(client);
}

function startOfNextDay(day: string): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1, date + 1)).toISOString();
}
