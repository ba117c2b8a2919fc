import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { ChatCompletionRequest } from '#contract/openai/chat-completions.ts';
import { readCompletion } from '#core/openai/read-completion.ts';
import type { Break } from '#test/break.ts';
import { openPatientDatabase } from '#test/database/patient-database.ts';
import { createTestDatabase } from '#test/database/test-database.ts';
import { callerOf, createClient, ownerIn } from '#test/world/factories.ts';

it('an answer goes on without its reader where the request has a key to ask for it again', async () => {
  await using stored = await createTestDatabase();
  await using database = openPatientDatabase(stored.url, 1);
  const client = await createClient(database);
  const body: ChatCompletionRequest = {
    model: 'assistant',
    messages: [{ role: 'user', content: 'A question' }],
  };
  const onDisconnect = (hasIdempotencyKey: boolean) => {
    const asked = { conversation: undefined, hasIdempotencyKey };
    return readCompletion(body, ownerIn(client), callerOf(client), asked).onDisconnect;
  };
  assert.deepEqual([onDisconnect(true), onDisconnect(false)], ['continue', 'cancel']);
});

export const breaks: readonly Break[] = [
  {
    rule: 'A completion with a key goes on without its reader',
    file: 'src/core/openai/checked-request.ts',
    replace: "hasIdempotencyKey ? 'continue' : 'cancel'",
    by: "'cancel'",
  },
  {
    rule: 'A completion without a key ends with its reader',
    file: 'src/core/openai/checked-request.ts',
    replace: "hasIdempotencyKey ? 'continue' : 'cancel'",
    by: "'continue'",
  },
];
