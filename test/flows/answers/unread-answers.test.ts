import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import type { Conversation } from '#contract/resources.ts';
import { openSocket } from '#test/reading/raw-http.ts';
import { type Api, openApi } from '#test/world/api.ts';
import type { Partner } from '#test/world/partner.ts';

const messages = 120;
const characters = 32_000;

describe('A conversation of the longest prompts', () => {
  let api: Api;
  let partner: Partner;
  let path: string;
  before(async () => {
    api = await openApi();
    partner = await api.partner();
    path = `/conversations/${await longConversation(api, partner)}?external_user_id=user-1&limit=200`;
  });
  after(() => api[Symbol.asyncDispose]());

  test('comes in pages of less than a megabyte, and all of it comes', async () => {
    const places: string[] = [];
    let before = '';
    for (;;) {
      const { text } = await partner.get(path + before);
      assert.ok(text.length < 1024 * 1024, `${text.length} bytes`);
      const page: Conversation = JSON.parse(text);
      places.unshift(...page.messages.map(({ content }) => content.split(' ', 1)[0] ?? ''));
      assert.equal(page.has_more, page.next_cursor !== null);
      if (!page.has_more) break;
      before = `&before=${page.next_cursor}`;
    }
    assert.deepEqual(
      places,
      Array.from({ length: messages }, (_, index) => `#${index + 1}`),
    );
  });

  test('is cut for a client that asks for it and reads nothing', async () => {
    // Ordinary readers are not held to a limit as short as this one.
    const limits = { reader_stall_ms: 2_000 };
    await using hasty = await openApi({ config: { limits }, databaseUrl: api.databaseUrl });
    const socket = openSocket(hasty.portOf());
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    const asked = `GET /v1${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${partner.key}\r\n\r\n`;
    socket.pause();
    // One response may fit into the buffers of the two systems; a hundred do not.
    socket.write(asked.repeat(100));
    // A socket that was cut reports it only on a write or read.
    const probe = setInterval(() => socket.write(asked), 200);
    await closed;
    clearInterval(probe);
    assert.equal((await partner.get(path)).status, 200);
  });
});

async function longConversation({ database }: Api, { client }: Partner): Promise<string> {
  const id = randomUUID();
  await database.query(
    `insert into conversations (client_id, id, external_user_id, agent_slug, title, next_seq, message_count,
       last_message_at) values ($1, $2, 'user-1', 'assistant', 'Long', $3::int + 1, $3, now())`,
    [client.id, id, messages],
  );
  await database.query(
    `insert into messages (client_id, id, conversation_id, turn_id, seq, role, content, status)
     select $1, gen_random_uuid(), $2, gen_random_uuid(), n, case when n % 2 = 1 then 'user' else 'assistant' end,
       rpad('#' || n, $4, ' word'), 'complete' from generate_series(1, $3::int) n`,
    [client.id, id, messages, characters],
  );
  return id;
}
