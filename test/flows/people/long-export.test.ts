import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Break } from '#test/break.ts';
import { atBest } from '#test/database/at-best.ts';
import { longestStandstill, loopWatched } from '#test/reading/loop-watched.ts';
import { type Hosted, openHosted, type Tenant, type Visitor } from '#test/world/hosted.ts';
import { Partner } from '#test/world/partner.ts';

const limitMs = 20;
const partnersUser = 'user-1';
/** A page of rows, in letters that are stored coded: nothing takes longer to turn into lines. */
const messages = 50;
const characters = 95_000;
const word = '\ue0001';

describe('An export of long answers', () => {
  let hosted: Hosted;
  let tenant: Tenant;
  let visitor: Visitor;
  before(async () => {
    hosted = await openHosted({ env: loopWatched });
    tenant = await hosted.tenant({ scopes: ['chat', 'user-data'] });
    visitor = await tenant.visitor();
    for (const userId of [partnersUser, `hu:${visitor.user.id}`]) await store(userId);
  });
  after(() => hosted[Symbol.asyncDispose]());

  async function store(userId: string): Promise<void> {
    await hosted.api.database.query(
      `with made as (
         insert into conversations (client_id, id, external_user_id, agent_slug, title)
         values ($1, gen_random_uuid(), $2, 'assistant', 'Title') returning id)
       insert into messages (client_id, conversation_id, seq, id, role, content, status)
       select $1, made.id, n, gen_random_uuid(), 'assistant', rpad('#' || n, $4, $5), 'complete'
       from made, generate_series(1, $3::int) n`,
      [tenant.client.id, userId, messages, characters, word],
    );
  }

  async function heldUpMs(read: () => Promise<string>): Promise<number> {
    return atBest(limitMs, () =>
      longestStandstill(hosted.api, async () => {
        const lines = (await read()).trimEnd().split('\n');
        assert.ok(lines.length > messages);
        assert.deepEqual(JSON.parse(lines.at(-1) ?? ''), { type: 'end', lines: lines.length - 1 });
      }),
    );
  }

  test('holds up no other request, as the partner asks for it and as the person does', async (t) => {
    const partner = new Partner(hosted.api, tenant.client, tenant.key);
    const path = `/user-data?external_user_id=${partnersUser}`;
    const byPartner = await heldUpMs(async () => (await partner.get(path)).text);
    const byPerson = await heldUpMs(
      async () => (await visitor.browser.visit(tenant.url('/chat/export'))).text,
    );
    t.diagnostic(`${byPartner} ms and ${byPerson} ms`);
    assert.ok(byPartner < limitMs, `${byPartner} ms`);
    assert.ok(byPerson < limitMs, `${byPerson} ms`);
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'A long export lets other requests have their turn',
    file: 'src/http/streaming/send-lines.ts',
    replace: 'performance.now() - begunAt < sliceMs',
    by: 'performance.now() >= begunAt',
  },
];
