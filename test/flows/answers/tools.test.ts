import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { MessageStep } from '#contract/answers/steps.ts';
import type { Conversation } from '#contract/resources.ts';
import type { ToolCallList, ToolServerList } from '#contract/tools/tools.ts';
import type { Break } from '#test/break.ts';
import { type AnswerEvent, allEventsOf, eventsOf } from '#test/reading/answer-events.ts';
import { textOf } from '#test/reading/events.ts';
import { until } from '#test/reading/until.ts';
import { orderAddress } from '#test/tools/partner-shop.ts';
import { openToolWorld, type ToolWorld } from '#test/tools/tool-world.ts';
import { bodyOf, type JobCaller } from '#test/world/job-caller.ts';
import type { TestService } from '#test/world/process.ts';

const asksForOrders = '[[tool:shop_find_orders {"status":"open"}]]';
const sse = { accept: 'text/event-stream' };

describe('A tool that reads', () => {
  let world: ToolWorld;
  let service: TestService;
  before(async () => {
    world = await openToolWorld();
    service = await world.start();
  });
  after(() => world[Symbol.asyncDispose]());

  it('is called as the person who asks, and the answer has its result', async () => {
    const caller = await world.caller(service);
    const first = world.shop.requests().length;
    const events = await allEventsOf(await caller.send('/stream', { prompt: asksForOrders }, sse));
    const [request, ...more] = world.shop.requests().slice(first);
    assert.deepEqual(more, []);
    assert.deepEqual(
      [request?.tool, request?.user, request?.arguments],
      [...['find_orders', caller.user, '{"status":"open"}']],
    );
    assert.match(textOf(events), /Order 7 of user-1 is open\./);
    assert.deepEqual(stepsOf(events), [
      ['tool', 'Looks up orders', 'running'],
      ['tool', 'Looks up orders', 'done'],
    ]);
    const { conversation_uuid: id, job_uuid: job } = events[0]?.data ?? {};
    const { messages } = await bodyOf<Conversation>(
      await caller.fetch(`/conversations/${id}?external_user_id=${caller.user}`),
    );
    const [step, ...others] = messages.at(-1)?.steps ?? [];
    assert.deepEqual(others, []);
    assert.deepEqual([step?.label, step?.status], ['Looks up orders', 'done']);
    assert.equal(step?.step_uuid, events.find(({ event }) => event === 'step')?.data['step_uuid']);
    assert.equal('steps' in (messages[0] ?? {}), false);
    assert.equal(await caller.used(), 1);
    assert.deepEqual(events.at(-1)?.data['links'], [orderAddress]);
    const followed = await allEventsOf(await caller.follow(String(job), undefined, sse.accept));
    assert.deepEqual(stepsOf(followed), [['tool', 'Looks up orders', 'done']]);
    assert.deepEqual(followed.at(-1)?.data, events.at(-1)?.data);
  });

  it('is called as each of those who ask at once, by one request of a call', async () => {
    const caller = await world.caller(service);
    const first = world.shop.requests().length;
    const users = Array.from({ length: 8 }, (_, nth) => caller.as(`user-${nth}`));
    const answers = await Promise.all(
      users.map(async (user) => (await user.send('/stream', { prompt: asksForOrders })).text()),
    );
    for (const [nth, answer] of answers.entries()) {
      assert.deepEqual(answer.match(/Order 7 of user-\d/g), [`Order 7 of user-${nth}`]);
    }
    const asked = world.shop.requests().slice(first);
    assert.deepEqual(
      asked.map(({ user }) => user).toSorted(),
      users.map(({ user }) => user),
    );
    assert.equal(new Set(asked.map(({ id }) => id)).size, users.length);
  });

  it('is called by a job, whose tokens are those of both calls to the model', async () => {
    const caller = await world.caller(service);
    const { job_uuid: id } = await caller.enqueue({ prompt: asksForOrders });
    assert.equal((await caller.untilFinal(id)).status, 'completed');
    assert.match((await caller.output(id)).answer ?? '', /Order 7 of user-1 is open\./);
    const counted = await world.database.query<{ whole: number; kind: string; tokens: number }>(
      `select t.input_tokens as whole, e.kind, sum(e.input_tokens)::int as tokens
       from turns t join usage_call_entries e on e.client_id = t.client_id
       where t.client_id = $1 and e.calls = 1 group by 1, 2 order by 2`,
      [caller.clientId],
    );
    assert.deepEqual(
      counted.map(({ kind }) => kind),
      ['answer', 'step'],
    );
    assert.equal(
      counted[0]?.whole,
      counted.reduce((sum, { tokens }) => sum + tokens, 0),
    );
  });

  it('of which nothing is kept but that it was called', async () => {
    const caller = await world.caller(service);
    await (await caller.send('/stream', { prompt: asksForOrders })).text();
    const rows = await world.database.query(
      `select k.status, k.sends, k.arguments, k.result, s.text, s.native, k.bytes > 0 as is_measured
       from tool_calls k join turn_steps s using (client_id, conversation_id, turn_id, step) where client_id = $1`,
      [caller.clientId],
    );
    const emptied = { arguments: '', result: null, text: '', native: '' };
    assert.deepEqual(rows, [{ status: 'done', sends: 1, ...emptied, is_measured: true }]);
    const [noted] = await world.database.query<{ rows: string }>(
      `select concat((select json_agg(e.data) from events e), (select json_agg(a) from audit_log a)) as rows`,
    );
    assert.doesNotMatch(`${service.stdout()}${service.stderr()}${noted?.rows}`, /Order 7|"status":"open"/);
  });

  it('is used below /openai/v1, where one that writes is not offered, in the background, too', async () => {
    const caller = await world.caller(service);
    const first = world.shop.requests().length;
    const content = `${asksForOrders} [[tool:shop_cancel_order {"order_id":"7"}]]`;
    const ask = async (path: string, body: object) => {
      const response = await fetch(`${service.origin}/openai/v1${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${caller.apiKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({ model: 'assistant', user: caller.user, ...body }),
      });
      return response.text();
    };
    const said = /Order 7 of user-1 is open\..*`shop_cancel_order` is not offered here/s;
    assert.match(await ask('/chat/completions', { messages: [{ role: 'user', content }] }), said);
    await ask('/responses', { input: content, background: true, store: true });
    const answers = await until(async () => {
      const rows = await world.database.query<{ content: string }>(
        `select m.content from messages m join turns t on t.client_id = m.client_id and t.id = m.turn_id
         where m.client_id = $1 and m.role = 'assistant' and t.door = 'job'`,
        [caller.clientId],
      );
      return rows.length > 0 && rows;
    });
    assert.match(answers[0]?.content ?? '', said);
    assert.deepEqual(
      world.shop
        .requests()
        .slice(first)
        .map(({ tool }) => tool),
      ['find_orders', 'find_orders'],
    );
    const asked = await world.database.query(
      'select from tool_calls where client_id = $1 and question is not null',
      [caller.clientId],
    );
    assert.equal(asked.length, 0);
  });

  it('is told in the language of the request, whichever process answers it', async () => {
    const caller = await world.caller(service);
    const german = { 'accept-language': 'de-AT, en;q=0.5' };
    const events = await allEventsOf(
      await caller.send('/stream', { prompt: asksForOrders }, { ...sse, ...german }),
    );
    assert.deepEqual(stepsOf(events), [
      ['tool', 'Sieht nach Bestellungen', 'running'],
      ['tool', 'Sieht nach Bestellungen', 'done'],
    ]);
    const { job_uuid: id, conversation_uuid: conversation } = await caller.enqueue(
      { prompt: asksForOrders },
      german,
    );
    await caller.untilFinal(id);
    assert.deepEqual(await labelsOf(caller, conversation), ['Sieht nach Bestellungen']);
  });

  it('is in the list of the last calls, as its server knows it, and in that of no other partner', async () => {
    const [caller, other] = [await world.caller(service), await world.caller(service)];
    await (await caller.send('/stream', { prompt: asksForOrders })).text();
    const asked = world.shop.requests().at(-1)?.id;
    await (await caller.send('/stream', { prompt: '[[tool:shop_cancel_order {"order_id":"7"}]]' })).text();
    const [server] = (await bodyOf<ToolServerList>(await caller.fetch('/tool-servers'))).data;
    const path = `/tool-servers/${server?.id}/calls`;
    const text = await (await caller.fetch(path)).text();
    const { data }: ToolCallList = JSON.parse(text);
    assert.deepEqual(
      data.map(({ tool, label, status, bytes }) => [tool, label, status, bytes === null]),
      [
        ['cancel_order', 'Cancels an order', 'pending', true],
        ['find_orders', 'Looks up orders', 'done', false],
      ],
    );
    assert.deepEqual([data[1]?.id, typeof data[1]?.duration_ms], [asked, 'number']);
    assert.doesNotMatch(text, /open|Order 7|user-1/);
    assert.equal((await other.fetch(path)).status, 404);
  });

  it('is closed when its turn is cancelled, and fails', async () => {
    const caller = await world.caller(service);
    const first = world.shop.requests().length;
    const release = world.shop.hold();
    const { job_uuid: id, conversation_uuid: conversation } = await caller.enqueue({ prompt: asksForOrders });
    await world.shop.until(first + 1);
    assert.equal((await caller.cancel(id)).status, 'cancelled');
    release();
    assert.deepEqual(await statusesOf(caller, conversation), ['failed']);
    assert.equal(world.shop.requests().length, first + 1);
  });

  it('is asked again with the same id by the next process, when the one that asked is stopped, as its readers see', async () => {
    const caller = await world.caller(service);
    const first = world.shop.requests().length;
    const release = world.shop.hold();
    const { job_uuid: id, conversation_uuid: conversation } = await caller.enqueue({ prompt: asksForOrders });
    await world.shop.until(first + 1);
    const next = await world.start();
    const told: AnswerEvent[] = [];
    for await (const event of eventsOf(await caller.at(next).follow(id, undefined, sse.accept))) {
      told.push(event);
      if (stepsOf(told).length !== 1 || event.event !== 'step') continue;
      service.kill();
      await service.exited;
      release();
    }
    const reset = told.findIndex(({ event }) => event === 'reset');
    assert.deepEqual(stepsOf(told.slice(0, reset)), [['tool', 'Looks up orders', 'running']]);
    assert.deepEqual(stepsOf(told.slice(reset)).at(-1), ['tool', 'Looks up orders', 'done']);
    assert.deepEqual(told.at(-1)?.data['links'], [orderAddress]);
    assert.equal((await caller.at(next).untilFinal(id)).status, 'completed');
    const [one, other, ...more] = world.shop.requests().slice(first);
    assert.deepEqual(more, []);
    assert.equal(one?.id, other?.id);
    assert.deepEqual([one?.attempt, other?.attempt], [1, 2]);
    assert.deepEqual(await statusesOf(caller.at(next), conversation), ['done']);
    assert.equal(await caller.at(next).used(), 1);
  });
});

async function lastSteps(caller: JobCaller, conversation: string): Promise<readonly MessageStep[]> {
  const { messages } = await bodyOf<Conversation>(
    await caller.fetch(`/conversations/${conversation}?external_user_id=${caller.user}`),
  );
  return messages.at(-1)?.steps ?? [];
}

async function statusesOf(caller: JobCaller, conversation: string): Promise<readonly string[]> {
  return (await lastSteps(caller, conversation)).map(({ status }) => status);
}

async function labelsOf(caller: JobCaller, conversation: string): Promise<readonly (string | null)[]> {
  return (await lastSteps(caller, conversation)).map(({ label }) => label);
}

function stepsOf(events: readonly AnswerEvent[]): readonly unknown[] {
  return events.flatMap(({ event, data }) =>
    event === 'step' ? [[data['kind'], data['label'], data['status']]] : [],
  );
}

export const breaks: readonly Break[] = [
  {
    rule: 'A client of OpenAI’s API is offered no tool that writes',
    file: 'src/core/openai/checked-request.ts',
    replace: 'mayAsk: false,',
    by: 'mayAsk: true,',
  },
  {
    rule: 'A response in the background is offered no tool that writes',
    file: 'src/adapters/postgres/turns/turn-rows.ts',
    replace: 'mayAsk: row.instructions === undefined,',
    by: 'mayAsk: row.instructions !== null,',
  },
  {
    rule: 'What a tool does is told in the language of the request',
    file: 'src/http/handlers/stream.ts',
    replace: "matchLanguage(acceptedLanguages(headers['accept-language']))",
    by: "matchLanguage(acceptedLanguages(headers['accept-language']).slice(9))",
  },
  {
    rule: 'A job keeps the language of its request',
    file: 'database/functions/7-claim.sql',
    replace: 'case when t.language is null then',
    by: 'case when t.language is null or true then',
  },
  {
    rule: 'The last calls of a server are listed newest first',
    file: 'src/adapters/postgres/tools/tool-server-store.ts',
    replace: 'order by k.created_at desc,',
    by: 'order by k.created_at,',
  },
  {
    rule: 'The calls of the server of another partner are those of none',
    file: 'src/core/tools/approve-tools.ts',
    replace: `Promise<readonly ToolCallRecord[]> {
    const server = await findToolServer(this.#store, clientId, id);`,
    by: `Promise<readonly ToolCallRecord[]> {
    const server = { id };`,
  },
  {
    rule: 'A follower at another process sees that a tool is asked',
    file: 'src/core/jobs/follow-turn.ts',
    replace: '      snapshot.record.steps.some((step) => this.#isUntold(step)) ||\n',
    by: '',
  },
  {
    rule: 'A follower of a stored answer is told which tools it has used',
    file: 'src/core/jobs/follow-turn.ts',
    replace: '    this.#tell(record.steps);\n',
    by: '',
  },
  {
    rule: 'The addresses of an answer that was written from tools alone are judged',
    file: 'src/core/turn/turn-sources.ts',
    replace: 'if (offered === null && results === null) return nothingCited;',
    by: 'if (offered === null) return nothingCited;',
  },
  {
    rule: 'An attempt that takes over knows what tools have said before',
    file: 'src/core/turn/step-run.ts',
    replace: '      this.#add(await this.#carryOut(step));\n',
    by: '      this.#steps = [...this.#steps, await this.#carryOut(step)];\n',
  },
  {
    rule: 'The tokens of a turn are those of all its calls',
    file: 'src/core/turn/run-turn.ts',
    replace: 'tokens: sumTokens(results)',
    by: 'tokens: sumTokens(results.slice(-1))',
  },
  {
    rule: 'A call in which a model asks for tools is counted as a step',
    file: 'src/core/models/counted-call.ts',
    replace: "isStep ? 'step' : 'answer'",
    by: "isStep ? 'answer' : 'answer'",
  },
  {
    rule: 'Another attempt asks with the id of the first one',
    file: 'src/core/turn/step-run.ts',
    replace: 'if (hasSteps) await run.#takeOver();',
    by: '',
  },
  {
    rule: 'A tool is called as the person who asks',
    file: 'src/core/turn/steps/send-calls.ts',
    replace: 'externalUserId: turn.userId',
    by: 'externalUserId: null',
  },
];
