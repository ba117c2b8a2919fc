import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Break } from '#test/break.ts';
import type { MockScenario } from '#test/mock/mock-provider.ts';
import { until } from '#test/reading/until.ts';
import { type Hosted, openHosted, type Tenant } from '#test/world/hosted.ts';
import type { Partner } from '#test/world/partner.ts';

const answer: MockScenario = { texts: ['Norway is ', 'outside the customs union.'] };

describe('titles by the model', () => {
  let hosted: Hosted;
  let tenant: Tenant;
  let operator: Partner;
  before(async () => {
    hosted = await openHosted({
      config: { titles: 'model', fallback: ['openai/other'] },
      env: { PARLEY_WORKER_SLOTS: '3' },
    });
    operator = await hosted.api.partner({ scopes: ['admin:operate'] });
    tenant = await hosted.tenant();
  });
  after(() => hosted[Symbol.asyncDispose]());

  /** A signed-in person, and what the model says to each call in turn. */
  async function person() {
    const { browser } = await tenant.visitor();
    const calls = hosted.api.provider.received;
    return {
      ask: async (prompt: string, conversation_uuid?: unknown) => {
        const sent = await browser.sendJson(tenant.url('/chat/stream'), 'POST', {
          prompt,
          conversation_uuid,
        });
        return String(sent.headers['x-conversation-id']);
      },
      read: async (uuid: string) => {
        const read = await browser.visit(tenant.url(`/chat/conversations/${uuid}`));
        return JSON.parse(read.text);
      },
      change: (uuid: string, title: string) =>
        browser.sendJson(tenant.url(`/chat/conversations/${uuid}`), 'PATCH', { title }),
      usage: async () =>
        JSON.parse((await browser.visit(tenant.url('/chat/usage'))).text).usage.requests.used,
      calls: () => hosted.api.provider.received - calls,
      lastCall: () => hosted.api.provider.calls.at(-1),
    };
  }

  /** Lets the model say these things, one a call. */
  function says(...scenarios: MockScenario[]): void {
    hosted.api.provider.enqueue(...scenarios);
  }

  /** The outcomes that have been counted since the service began. */
  async function outcomes(outcome: string): Promise<number> {
    const line = new RegExp(`parley_titles_total\\{outcome="${outcome}"\\} (\\d+)`);
    const [, count = '0'] = line.exec(await metrics()) ?? [];
    return Number(count);
  }

  async function metrics(): Promise<string> {
    return (await operator.get('/admin/metrics')).text;
  }

  test('are written once after the first complete answer, and cost their reader nothing', async () => {
    const ada = await person();
    says(answer, { texts: ['Parcels ', 'to Norway'] });
    const uuid = await ada.ask('Do parcels to Norway need a customs form? I have never sent one.');
    await until(async () => (await ada.read(uuid)).title === 'Parcels to Norway');
    const asked = ada.lastCall();
    assert.equal(asked?.model, 'mock');
    assert.equal(asked?.body['max_completion_tokens'], 20);
    assert.match(asked?.messages.at(-1)?.content ?? '', /outside the customs union/);
    assert.equal(await ada.usage(), 1);
    says(answer);
    await ada.ask('And to Iceland?', uuid);
    assert.equal(await ada.usage(), 2);
    assert.equal(ada.calls(), 3);
    assert.equal((await ada.read(uuid)).messages.length, 4);
    assert.match(await metrics(), /parley_tokens_total\{[^}]*kind="title",type="output"[^}]*\} [1-9]/);
  });

  test('are dropped when they are no plain line, or have no end', async () => {
    const ada = await person();
    for (const said of [
      { texts: ['[Click here](https://example.com)'] },
      { texts: ['Parcels to'], finishReason: 'length' },
    ]) {
      const before = await outcomes('dropped');
      says(answer, said);
      const uuid = await ada.ask('Do parcels need a form?');
      await until(async () => (await outcomes('dropped')) === before + 1);
      assert.equal((await ada.read(uuid)).title, 'Do parcels need a form?');
    }
  });

  test('are what the model says, and not what it thinks', async () => {
    const ada = await person();
    says(answer, { texts: ['<think>A short one, wi', 'thout markup.</th', 'ink>\n\nParcels', ' to Norway'] });
    const uuid = await ada.ask('Do parcels need a form?');
    const { title } = await until(async () => {
      const read = await ada.read(uuid);
      return read.title !== 'Do parcels need a form?' && read;
    });
    assert.equal(title, 'Parcels to Norway');
  });

  test('leave a title alone that a person has changed meanwhile', async () => {
    const ada = await person();
    const before = await outcomes('renamed');
    const { promise: renamed, resolve: answerNow } = Promise.withResolvers<void>();
    says(answer, { texts: ['Parcels'], headOn: renamed });
    const uuid = await ada.ask('Do parcels need a form?');
    await until(() => ada.calls() === 2);
    await ada.change(uuid, 'My own');
    answerNow();
    await until(async () => (await outcomes('renamed')) === before + 1);
    assert.equal((await ada.read(uuid)).title, 'My own');
  });

  test('are asked for once: a failure is neither repeated nor held against the provider', async () => {
    const before = await outcomes('failed');
    for (let round = 1; round <= 6; round++) {
      const ada = await person();
      says(answer, { status: 503 });
      const uuid = await ada.ask('Do parcels need a form?');
      await until(async () => (await outcomes('failed')) === before + round);
      assert.equal(ada.calls(), 2);
      assert.equal((await ada.read(uuid)).title, 'Do parcels need a form?');
    }
    assert.match(await metrics(), /^parley_provider_circuit\{provider="openai"\} 0$/m);
  });

  test('are left out of conversations by the API, and while the process is busy', async () => {
    const partner = await hosted.api.partner();
    const calls = hosted.api.provider.received;
    const sent = await partner.send({ prompt: 'From a backend' });
    assert.equal(sent.status, 200);
    const ada = await person();
    const before = await outcomes('skipped');
    const { promise: headOn, resolve: answerNow } = Promise.withResolvers<void>();
    const open = { texts: ['slow'], headOn };
    says(open, open, open, answer);
    const slow = [1, 2, 3].map((user) => partner.send({ context: { external_user_id: `busy-${user}` } }));
    await until(() => hosted.api.provider.received === calls + 4);
    await ada.ask('Do parcels need a form?');
    await until(async () => (await outcomes('skipped')) === before + 1);
    answerNow();
    await Promise.all(slow);
    assert.equal(hosted.api.provider.received, calls + 5);
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'A title that was cut off is none',
    file: 'src/core/turn/title-writer.ts',
    replace: "if (result.finishReason === 'stop') text = this.#text;",
    by: 'text = this.#text;',
  },
  {
    rule: 'A title by the model goes to no other model than the chosen one',
    file: 'src/core/turn/title-writer.ts',
    replace: 'const [candidate] = candidatesOf(turn.client, turn.agent, false, this.#options);',
    by: 'const candidate = candidatesOf(turn.client, turn.agent, false, this.#options).at(-1);',
  },
  {
    rule: 'A title by the model is left out while the process is busy',
    file: 'src/core/turn/title-writer.ts',
    replace: 'if (isOneTooMany || isBusy())',
    by: 'if (isOneTooMany)',
  },
  {
    rule: 'Only hosted conversations get a title by the model',
    file: 'src/core/turn/title-writer.ts',
    replace: 'if (!turn.isHosted || this.#closing.signal.aborted) return;',
    by: 'if (this.#closing.signal.aborted) return;',
  },
  {
    rule: 'A title that a person wrote is never replaced by a model’s',
    file: 'src/adapters/postgres/conversations/title-store.ts',
    replace: 'where ${owned} and c.title = $4 returning',
    by: 'where ${owned} and $4::text is not null returning',
  },
];
