import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Break } from '#test/break.ts';
import { mockPiece } from '#test/mock/mock-provider.ts';
import { problemOf, readAnswer } from '#test/reading/answered.ts';
import {
  ask,
  contents,
  counted,
  editedConversation,
  plainConversation,
  read,
  replacing,
  uuidOf,
} from '#test/versions/edited-conversation.ts';
import type { Api } from '#test/world/api.ts';
import type { Partner } from '#test/world/partner.ts';
import { shareApi } from '#test/world/shared-service.ts';

describe('a question that replaces another', () => {
  let api: Api;
  before(async () => {
    api = await shareApi(2);
  });

  const asked = (partner: Partner, prompt: string, more: object = {}) => ask(api, partner, prompt, more);
  const edited = (partner: Partner) => editedConversation(api, partner);
  const prompts = () => (api.provider.calls.at(-1)?.messages ?? []).slice(1).map(({ content }) => content);

  test('sets it aside with everything after it: for readers, prompts, the count and the context', async () => {
    const partner = await api.partner();
    const { conversation_uuid, two, messages: earlier } = await edited(partner);
    assert.deepEqual(prompts(), ['one', 're: one', 'two, better']);
    const now = await read(partner, conversation_uuid);
    assert.deepEqual(contents(now), ['one', 're: one', 'two, better', 're: two, better']);
    assert.deepEqual(
      now.messages.map(({ replaces, set_aside }) => [replaces, set_aside]),
      [null, null, two, null].map((replaces) => [replaces, undefined]),
    );
    assert.equal(await counted(partner), 4);
    assert.equal(now.title, 'one');
    await asked(partner, 'four', { conversation_uuid });
    assert.deepEqual(prompts(), ['one', 're: one', 'two, better', 're: two, better', 'four']);
    const all = await read(partner, conversation_uuid, '&include=set_aside');
    assert.deepEqual(
      all.messages.filter(({ set_aside }) => set_aside).map(({ content }) => content),
      ['two', 're: two', 'three', 're: three'],
    );
    assert.deepEqual(
      all.messages.slice(0, 6).map(({ message_uuid }) => message_uuid),
      earlier.map(({ message_uuid }) => message_uuid),
    );
    assert.deepEqual(now.context_usage, (await plainConversation(api, 'one', 'two, better')).context_usage);
  });

  test('costs what a new question costs', async () => {
    const partner = await api.partner({ deep_dive_enabled: true });
    const { conversation_uuid } = await edited(partner);
    assert.equal((await partner.usage()).requests.used, 4);
    const { messages } = await read(partner, conversation_uuid);
    const deep = { detailed_response: true, priority: 'priority' };
    const more = replacing(uuidOf(messages, 'one').toUpperCase(), deep);
    await asked(partner, 'one, deeper', { conversation_uuid, ...more });
    const { requests, priority, deep_dive } = await partner.usage();
    assert.deepEqual([requests.used, priority.used, deep_dive.used], [5, 1, 1]);
    assert.deepEqual(prompts(), ['one, deeper']);
    assert.equal(await counted(partner), 2);
  });

  test('can be replaced itself, and the previous one as well', async () => {
    const partner = await api.partner();
    const { conversation_uuid } = await edited(partner);
    for (const [before, prompt] of [
      ['two, better', 'two, best'],
      ['one', 'one, better'],
    ] as const) {
      const { messages } = await read(partner, conversation_uuid);
      await asked(partner, prompt, { conversation_uuid, ...replacing(uuidOf(messages, before)) });
    }
    assert.deepEqual(contents(await read(partner, conversation_uuid)), ['one, better', 're: one, better']);
    const pages: string[] = [];
    let before = '';
    for (;;) {
      const page = await read(partner, conversation_uuid, `&include=set_aside&limit=3${before}`);
      pages.unshift(...contents(page));
      if (!page.has_more) break;
      before = `&before=${page.next_cursor}`;
    }
    const everything = ['one', 'two', 'three', 'two, better', 'two, best', 'one, better'];
    assert.deepEqual(
      pages,
      everything.flatMap((text) => [text, `re: ${text}`]),
    );
  });

  test('is refused where the question is not one of the conversation, or was set aside, without any effect', async () => {
    const partner = await api.partner();
    const { conversation_uuid, two, messages } = await edited(partner);
    const elsewhere = await asked(partner, 'elsewhere');
    const [strange] = (await read(partner, elsewhere)).messages;
    const stranger = await api.partner();
    const theirs = (await read(stranger, await asked(stranger, 'theirs'))).messages[0];
    const before = await partner.traces();
    const refusals: unknown[] = [];
    for (const replaces of [
      two,
      messages[1]?.message_uuid,
      strange?.message_uuid,
      theirs?.message_uuid,
      '00000000-0000-4000-8000-000000000000',
    ]) {
      const refused = await partner.send({ conversation_uuid, options: { replaces } });
      const { request_id: _, ...problem } = problemOf(refused, 'message_not_found');
      refusals.push(problem);
    }
    assert.equal(new Set(refusals.map((one) => JSON.stringify(one))).size, 1);
    problemOf(await partner.send({ options: { replaces: two } }), 'message_not_found');
    const foreign = { conversation_uuid, context: { external_user_id: 'user-2' } };
    problemOf(
      await partner.send({ ...foreign, ...replacing(messages[0]?.message_uuid ?? '') }),
      'conversation_not_found',
    );
    assert.deepEqual(await partner.traces(), before);
  });

  test('is one version at most, of a uuid, and cannot wait in the queue', async () => {
    const partner = await api.partner({ deep_dive_enabled: true });
    const { conversation_uuid, messages } = await edited(partner);
    const one = messages[0]?.message_uuid;
    const before = await partner.traces();
    for (const [path, options] of [
      ['/stream', { replaces: one, regenerate: true }],
      ['/stream', { replaces: one, think_harder_retry: true }],
      ['/stream', { replaces: 'one' }],
      ['/jobs', { replaces: one, if_busy: 'queue' }],
    ] as const) {
      const body = { prompt: 'P', conversation_uuid, context: { external_user_id: 'user-1' }, options };
      problemOf(await partner.post(path, body), 'validation_error');
    }
    const unsaid = { prompt: undefined, conversation_uuid, options: { replaces: one } };
    problemOf(await partner.send(unsaid), 'validation_error');
    assert.deepEqual(await partner.traces(), before);
  });

  test('is replayed by its key, and a busy conversation refuses it unless it interrupts', async () => {
    const partner = await api.partner();
    const { conversation_uuid } = await edited(partner);
    const { messages } = await read(partner, conversation_uuid);
    const body = { prompt: 'two, last', conversation_uuid, ...replacing(uuidOf(messages, 'two, better')) };
    const keyed = { headers: { 'idempotency-key': 'k' } };
    api.provider.enqueue({ stallAfter: 1 });
    const running = await partner.open(body, keyed);
    const old = readAnswer(running);
    const job = running.headers.get('x-job-id');
    const [one] = messages;
    const edit = { prompt: 'one, better', conversation_uuid, options: { replaces: one?.message_uuid } };
    assert.equal(problemOf(await partner.send(edit), 'conversation_busy')['job_uuid'], job);
    const jobBody = { ...edit, context: { external_user_id: 'user-1' } };
    problemOf(await partner.post('/jobs', jobBody), 'conversation_busy');
    const interrupt = { replaces: one?.message_uuid, if_busy: 'interrupt' };
    api.provider.enqueue({ stallAfter: 1 });
    const next = await partner.open({ ...edit, options: interrupt }, { process: 1 });
    assert.equal(next.status, 200);
    assert.equal((await old).complete, false);
    const busy = await read(partner, conversation_uuid);
    assert.equal(busy.active_job_uuid, next.headers.get('x-job-id'));
    assert.deepEqual(
      busy.messages.map(({ role, status }) => [role, status]),
      [
        ['user', 'complete'],
        ['assistant', 'streaming'],
      ],
    );
    await next.body?.cancel();
    const ended = await partner.finalJob(job);
    assert.deepEqual([ended.status, ended.charged.refunded], ['cancelled', false]);
    assert.equal((await partner.output(job)).text, mockPiece(0));
    await partner.finalJob(next.headers.get('x-job-id'));
    assert.equal(await counted(partner), 2);
    const replayed = await partner.send(body, keyed);
    assert.equal(replayed.headers.get('x-job-id'), job);
    const all = await read(partner, conversation_uuid, '&include=set_aside');
    assert.equal(
      all.messages.find(({ message_uuid }) => message_uuid === ended.message_uuid)?.set_aside,
      true,
    );
  });

  test('stays with its failed answer, which costs nothing and can be asked for again', async () => {
    const partner = await api.partner();
    const { conversation_uuid } = await edited(partner);
    const { messages } = await read(partner, conversation_uuid);
    api.provider.enqueue({ status: 400 });
    const failing = { prompt: 'one, better', conversation_uuid, ...replacing(uuidOf(messages, 'one')) };
    assert.equal((await partner.send(failing)).status, 422);
    assert.equal((await partner.usage()).requests.used, 4);
    const failed = await read(partner, conversation_uuid);
    assert.deepEqual(
      failed.messages.map(({ content, status }) => [content, status]),
      [
        ['one, better', 'complete'],
        ['', 'failed'],
      ],
    );
    problemOf(await partner.send(failing), 'message_not_found');
    const again = { conversation_uuid, prompt: undefined, options: { regenerate: true } };
    assert.equal((await partner.send(again)).status, 200);
    assert.deepEqual(prompts(), ['one, better']);
  });

  test('is one of two that replace the same at the same moment; the other is refused', async () => {
    const partner = await api.partner();
    const { conversation_uuid, messages } = await edited(partner);
    const edits = Array.from({ length: 6 }, (_, index) =>
      partner.send(
        { prompt: `edit ${index}`, conversation_uuid, ...replacing(messages[0]?.message_uuid ?? '') },
        { process: index % 2 },
      ),
    );
    const answers = await Promise.all(edits);
    const [won, ...more] = answers.filter(({ status }) => status === 200);
    assert.ok(won !== undefined && more.length === 0);
    for (const lost of answers.filter((one) => one !== won)) problemOf(lost, 'message_not_found');
    assert.equal(await counted(partner), 2);
    assert.equal((await partner.usage()).requests.used, 5);
  });

  test('leaves the feedback on what is set aside, and takes new feedback on the last answer', async () => {
    const partner = await api.partner();
    const conversation_uuid = await asked(partner, 'one');
    await asked(partner, 'two', { conversation_uuid });
    const path = `/conversations/${conversation_uuid}/feedback?external_user_id=user-1`;
    await partner.post(path, { rating: 'up' });
    const { messages } = await read(partner, conversation_uuid);
    api.provider.enqueue({ stallAfter: 0 });
    const body = { prompt: 'two, better', conversation_uuid, ...replacing(uuidOf(messages, 'two')) };
    const running = await partner.open(body, { headers: { accept: 'text/event-stream' } });
    const rated = JSON.parse((await partner.post(path, { rating: 'down' })).text);
    assert.equal(rated.message_uuid, messages[1]?.message_uuid);
    await running.body?.cancel();
    await partner.finalJob(running.headers.get('x-job-id'));
    const all = await read(partner, conversation_uuid, '&include=set_aside');
    assert.deepEqual(
      all.messages.map(({ feedback }) => feedback?.rating ?? null),
      [null, 'down', null, 'up', null, null],
    );
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'A question is replaced once',
    file: 'src/adapters/postgres/admissions/replaced-statements.ts',
    replace: 'live_parts(v.set_aside, v.next_seq, null)',
    by: "live_parts('{}', v.next_seq, null)",
  },
  {
    rule: 'Only questions can be replaced',
    file: 'src/adapters/postgres/admissions/replaced-statements.ts',
    replace: "where m.id = a.question and m.role = 'user' limit 1",
    by: 'where m.id = a.question limit 1',
  },
  {
    rule: 'Only a question of the same conversation can be replaced',
    file: 'src/adapters/postgres/admissions/replaced-statements.ts',
    replace: `and m.conversation_id = a.conversation_id
          and m.seq >= p.first_seq`,
    by: 'and m.seq >= p.first_seq',
  },
  {
    rule: 'A job that replaces a question does not queue behind it',
    file: 'src/core/turn/chat-request.ts',
    replace: "(kind === 'job' && version.replaces === null ? 'queue' : 'reject')",
    by: "(kind === 'job' ? 'queue' : 'reject')",
  },
  {
    rule: 'Asking to queue with a replaced question is a mistake',
    file: 'src/core/turn/chat-request.ts',
    replace: "if (kind === 'job' && version !== 'replaces') return;",
    by: "if (kind === 'job') return;",
  },
  {
    rule: 'What is set aside is in no prompt',
    file: 'database/functions/2-history.sql',
    replace: 'live_parts(c.set_aside, p_before, 201)',
    by: "live_parts('{}', p_before, 201)",
  },
  {
    rule: 'What is set aside is read only by those who ask for it',
    file: 'src/adapters/postgres/conversations/conversation-sql.ts',
    replace: "live_parts(case when $7 then '{}' else c.set_aside end, $4, $5)",
    by: "live_parts('{}', $4, $5)",
  },
  {
    rule: 'What is set aside takes no room in the context',
    file: 'src/adapters/postgres/conversations/conversation-sql.ts',
    replace: 'live_parts(c.set_aside, c.next_seq, 200)',
    by: "live_parts('{}', c.next_seq, 200)",
  },
  {
    rule: 'What is set aside is not counted any more',
    file: 'src/adapters/postgres/admissions/store-turns.ts',
    replace: '- coalesce(r.messages, 0), set_aside',
    by: ', set_aside',
  },
  {
    rule: 'An answer that comes when its question is set aside is not counted',
    file: 'database/functions/8-endings.sql',
    replace: 'where not seq <@ v.set_aside)',
    by: ')',
  },
  {
    rule: 'The last answer, to which feedback goes, is none that is set aside',
    file: 'src/adapters/postgres/conversations/conversation-sql.ts',
    replace: 'case when $4::uuid is null then not m.seq <@ conversation.set_aside else m.id = $4 end',
    by: '($4::uuid is null or m.id = $4)',
  },
  {
    rule: 'A question names the one that it has replaced',
    file: 'src/adapters/postgres/admissions/store-turns.ts',
    replace: '(select r.question from r where r.turn_id = a.turn_id)',
    by: 'null::uuid',
  },
];
