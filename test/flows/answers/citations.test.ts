import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Citation } from '#contract/citations/citation.ts';
import type { Conversation } from '#contract/resources.ts';
import type { Break } from '#test/break.ts';
import { complete } from '#test/openai/completion.ts';
import { readAnswer } from '#test/reading/answered.ts';
import { parseEvents, type ReadEvent } from '#test/reading/events.ts';
import type { Api } from '#test/world/api.ts';
import type { Partner } from '#test/world/partner.ts';
import { shareApi } from '#test/world/shared-service.ts';
import { OpenAI } from '#vendors/openai.ts';

const address = 'https://docs.example/prices';
const document = `# Plans\n\nThe team plan costs 1,200 euros a year. More at https://docs.example/terms.\n`;
const answer = `👋 The team plan costs 1,200 euros a year [1]. It costs 1,300 euros [1], see ${address}, https://docs.example/terms or https://evil.example/?d=1,200 [7].`;
const links = [address, 'https://docs.example/terms'];

describe('An answer that was written from a document', () => {
  let api: Api;
  let partner: Partner;
  before(async () => {
    api = await shareApi();
    partner = await api.partner({ scopes: ['chat', 'knowledge', 'user-data'] });
    const query = `title=Prices&url=${encodeURIComponent(address)}`;
    const put = await partner.request('PUT', `/agents/assistant/documents/prices?${query}`, document, {
      headers: { 'content-type': 'text/markdown' },
    });
    assert.equal(put.status, 201, await put.text());
  });

  const ask = { prompt: 'What does the team plan cost?' };

  test('cites it alike in a stream, a message, an output, a followed stream and an export', async () => {
    api.provider.enqueue({ texts: [answer] });
    const sent = await partner.send(ask, { headers: { accept: 'text/event-stream' } });
    const events = parseEvents(sent.text);
    const steps = stepsIn(events);
    assert.deepEqual(
      steps.map((step) => [step['kind'], step['status']]),
      [
        ['knowledge', 'running'],
        ['knowledge', 'done'],
      ],
    );
    const named = events.map(({ event }) => event);
    assert.ok(named.lastIndexOf('step') < named.indexOf('delta'));
    const done = events.at(-1)?.data ?? {};
    const found: readonly Citation[] = JSON.parse(JSON.stringify(done['citations']));
    const quote = 'The team plan costs 1,200 euros a year.';
    assert.deepEqual(
      found.map((each) => ('quote' in each ? [each.n, each.url, each.quote, each.support] : each)),
      [
        [1, address, quote, 'quoted'],
        [1, address, quote, 'weak'],
      ],
    );
    assert.deepEqual(done['links'], links);
    const job = sent.headers.get('x-job-id') ?? null;
    const stands = { citations: found, links };
    const path = `/conversations/${sent.headers.get('x-conversation-id')}?external_user_id=user-1`;
    const { messages }: Conversation = JSON.parse((await partner.get(path)).text);
    assert.deepEqual(sourcesIn(messages.at(-1)), stands);
    assert.deepEqual(sourcesIn(messages[0]), { citations: null, links: null });
    assert.deepEqual(sourcesIn(await partner.output(job)), stands);
    const followed = await readAnswer(
      await partner.request('GET', `/jobs/${job}/stream?external_user_id=user-1`, undefined, {
        headers: { accept: 'text/event-stream' },
      }),
    );
    assert.deepEqual(sourcesIn(parseEvents(followed.text).at(-1)?.data), stands);
    assert.deepEqual(stepsIn(parseEvents(followed.text)), steps.slice(1));
    const exported = (await partner.get('/user-data?external_user_id=user-1')).text.split('\n');
    const lines = exported.filter(Boolean).map((line) => JSON.parse(line));
    assert.deepEqual(sourcesIn(lines.findLast(({ role }) => role === 'assistant')), stands);
  });

  test('has annotations as the client of OpenAI reads them, whole and streamed', async () => {
    const client = new OpenAI({ baseURL: api.urlOf().replace('/v1', '/openai/v1'), apiKey: partner.key });
    const start = [...answer].join('|').split('|').indexOf('[');
    const annotation = { url: address, title: 'Prices', start_index: start, end_index: start + 3 };
    const asked = { model: 'assistant', user: 'user-1' } as const;

    api.provider.enqueue({ texts: [answer] });
    const { choices } = await client.chat.completions.create({
      ...asked,
      messages: [{ role: 'user', content: ask.prompt }],
    });
    assert.deepEqual(choices[0]?.message.annotations?.[0], {
      type: 'url_citation',
      url_citation: annotation,
    });
    assert.equal(choices[0]?.message.annotations?.length, 2);

    api.provider.enqueue({ texts: [answer] });
    const streamed = await complete(partner, {
      ...asked,
      stream: true,
      messages: [{ role: 'user', content: ask.prompt }],
    });
    assert.match(streamed.text, /"delta":\{"annotations":\[\{"type":"url_citation"/);

    api.provider.enqueue({ texts: [answer] });
    const response = await client.responses.create({ ...asked, input: ask.prompt });
    const whole = response.output.flatMap((item) => (item.type === 'message' ? item.content : []))[0];
    assert.ok(whole?.type === 'output_text');
    assert.deepEqual(whole.annotations[0], { type: 'url_citation', ...annotation });

    api.provider.enqueue({ texts: [answer] });
    const added: unknown[] = [];
    const stream = client.responses.stream({ ...asked, input: ask.prompt });
    stream.on('response.output_text.annotation.added', ({ annotation: each }) => added.push(each));
    const final = (await stream.finalResponse()).output.flatMap((item) =>
      item.type === 'message' ? item.content : [],
    )[0];
    assert.ok(final?.type === 'output_text');
    assert.deepEqual(final.annotations, whole.annotations);
    assert.deepEqual(added, whole.annotations);
  });

  test('without a mark is an unanswered question, and without documents none', async () => {
    const reader = await api.partner({ scopes: ['chat', 'review'] });
    await reader.send(ask);
    assert.deepEqual(JSON.parse((await reader.get('/agents/assistant/unanswered')).text).data, []);
    api.provider.enqueue({ texts: ['I do not know [9].'] });
    const sent = await partner.send(ask);
    const path = `/conversations/${sent.headers.get('x-conversation-id')}?external_user_id=user-1`;
    const { messages }: Conversation = JSON.parse((await partner.get(path)).text);
    assert.deepEqual(sourcesIn(messages.at(-1)), { citations: [], links: [] });
    await partner.change({ scopes: ['chat', 'knowledge', 'review', 'user-data'] });
    const { data } = JSON.parse((await partner.get('/agents/assistant/unanswered')).text);
    assert.deepEqual(
      data.map(({ answer: text }: { answer: string }) => text),
      ['I do not know [9].'],
    );
  });

  test('that was stopped cites what it has written by then', async () => {
    api.provider.enqueue({ texts: [answer, ' More.'], stallAfter: 1 });
    const open = await partner.open({ ...ask, options: { on_disconnect: 'continue' } });
    const job = open.headers.get('x-job-id');
    const reader = open.body?.getReader();
    await reader?.read();
    await partner.post(`/jobs/${job}/cancel?external_user_id=user-1`, {});
    await reader?.cancel().catch(() => {});
    const { citations } = await partner.output(job);
    assert.equal(citations?.length, 2);
  });
});

function stepsIn(events: readonly ReadEvent[]) {
  return events.filter(({ event }) => event === 'step').map(({ data }) => data);
}

function sourcesIn(value: unknown) {
  const { citations, links: known } = Object(value);
  return { citations, links: known };
}

export const breaks: readonly Break[] = [
  {
    rule: 'A follower of a stored answer is told that documents were searched for it',
    file: 'src/core/jobs/follow-turn.ts',
    replace: 'if (sources.citations !== null) this.#tell(',
    by: 'if (sources.citations !== null && sources.links === null) this.#tell(',
  },
  {
    rule: 'A follower of a stored answer gets what it rests on',
    file: 'src/core/jobs/follow-turn.ts',
    replace: 'return this.#end(stands.sources);',
    by: 'return this.#end({ citations: null, links: null });',
  },
  {
    rule: 'Readers of events see that documents are searched',
    file: 'src/core/turn/turn-sources.ts',
    replace: "endStep(outcome === 'failed' ? 'failed' : 'done');",
    by: '',
  },
  {
    rule: 'Exports have what answers rest on',
    file: 'src/core/people/export-user-data.ts',
    replace: 'citations: message.citations && [...message.citations],',
    by: 'citations: null,',
  },
  {
    rule: 'A streamed chat completion has annotations',
    file: 'src/http/openai/chunk-sink.ts',
    replace: 'const delta = annotationsOf(text, outcome.sources?.citations ?? null);',
    by: 'const delta = annotationsOf(text, null);',
  },
  {
    rule: 'An answer that was stopped has citations, too',
    file: 'src/core/turn/turn-sources.ts',
    replace: 'if (offered === null && results === null) return nothingCited;',
    by: 'if (live.signal.aborted) return nothingCited;',
  },
];
