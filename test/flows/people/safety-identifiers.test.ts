import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { FoundThing } from '#contract/console/found.ts';
import type { Break } from '#test/break.ts';
import { ConsoleWorld } from '#test/console/console-world.ts';
import { openRecordedWires, type RecordedWires } from '#test/mock/recorded-wires.ts';
import type { VendorWire } from '#test/mock/vendors.ts';
import { until } from '#test/reading/until.ts';
import { testSecret } from '#test/world/api.ts';
import { Hosted } from '#test/world/hosted.ts';
import { runCommand } from '#test/world/process.ts';

const person = 'anna kowalska/91b2';

describe('Safety identifiers', () => {
  let wires: RecordedWires;
  before(async () => {
    const config = { titles: 'model' };
    wires = await openRecordedWires({ windowTokens: 4_000, identifies: true, config });
  });
  after(() => wires[Symbol.asyncDispose]());

  /** The body that the provider of a wire gets for a prompt of this user. */
  async function bodyFor(wire: VendorWire, user = person): Promise<Readonly<Record<string, unknown>>> {
    const answer = await wires.partners[wire].send({ context: { external_user_id: user } });
    assert.equal(answer.status, 200, answer.text);
    return JSON.parse(wires.provider.last.body);
  }

  async function identifierOf(user = person): Promise<string> {
    const { safety_identifier: identifier } = await bodyFor('openai', user);
    assert.equal(typeof identifier, 'string');
    return String(identifier);
  }

  async function whoIs(identifier: string, env: Readonly<Record<string, string>> = {}) {
    const ran = await runCommand(['user-data', 'whois', identifier, '--json'], {
      env: { ...wires.api.environment, RECORDED_KEY: 'a key', ...env },
    });
    const answer: Readonly<Record<string, unknown>> = JSON.parse(ran.stdout);
    return { exit: ran.code, ...answer };
  }

  const found = (user: string) => ({
    ok: true,
    client: wires.partners.openai.client.slug,
    external_user_id: user,
    provider: 'openai',
  });
  const notFound = { exit: 1, ok: false, code: 'user_not_found' };

  test('are sent as each vendor takes them, the same in every prompt of a person and of nobody else', async () => {
    const identifier = await identifierOf();
    assert.match(identifier, /^[A-Za-z0-9_-]{43}$/);
    assert.equal(await identifierOf(), identifier);
    assert.notEqual(await identifierOf('somebody else'), identifier);
    const { metadata } = await bodyFor('anthropic');
    assert.match(Object(metadata).user_id, /^[A-Za-z0-9_-]{43}$/);
    assert.notEqual(Object(metadata).user_id, identifier);
    const ofGemini = JSON.stringify(await bodyFor('gemini'));
    assert.doesNotMatch(ofGemini, /[A-Za-z0-9_-]{43}/);
    const all = wires.provider.prompts.map(({ path, headers, body }) =>
      JSON.stringify([path, headers, body]),
    );
    assert.ok(all.every((prompt) => !prompt.includes('kowalska')));
  });

  test('go with the question for a title, too', async () => {
    const hosted = new Hosted(wires.api);
    const tenant = await hosted.tenant({ model: 'openai/recorded' });
    const { browser } = await tenant.visitor();
    const count = wires.provider.prompts.length;
    await browser.sendJson(tenant.url('/chat/stream'), 'POST', { prompt: 'A question' });
    await until(async () => wires.provider.prompts.length === count + 2);
    const [asked, titled] = wires.provider.prompts.slice(count).map(({ body }) => JSON.parse(body));
    assert.equal(titled.max_completion_tokens, 20);
    assert.match(asked.safety_identifier, /^[A-Za-z0-9_-]{43}$/);
    assert.equal(titled.safety_identifier, asked.safety_identifier);
  });

  test('lead to the person at the command line, by the master secret of then as well', async () => {
    const identifier = await identifierOf();
    assert.partialDeepStrictEqual(await whoIs(identifier), { exit: 0, ...found(person) });
    const later = { PARLEY_SECRET: 'another master secret with enough characters in it' };
    assert.partialDeepStrictEqual(await whoIs(identifier, later), notFound);
    const both = { ...later, PARLEY_SECRET_PREVIOUS: testSecret };
    assert.partialDeepStrictEqual(await whoIs(identifier, both), { exit: 0, ...found(person) });
    for (const text of ['-'.repeat(43), 'A'.repeat(43), person]) {
      assert.partialDeepStrictEqual(await whoIs(text), notFound, text);
    }
  });

  test('lead to the person in the console’s search, for those who may see people', async () => {
    const identifier = await identifierOf();
    const world = new ConsoleWorld(wires.api);
    const find = async (role: 'support' | 'viewer'): Promise<readonly FoundThing[]> => {
      const browser = await world.signedIn(role);
      const { status, text } = await browser.ask('GET', `/found?id=%20${identifier}`);
      assert.equal(status, 200, text);
      return JSON.parse(text).data;
    };
    const [thing, ...more] = await find('support');
    const { client } = found(person);
    assert.partialDeepStrictEqual(thing, {
      kind: 'user',
      client,
      external_user_id: person,
      detail: 'openai',
    });
    assert.deepEqual(more, []);
    assert.deepEqual(await find('viewer'), []);
  });

  test('lead to nobody who has sent nothing for 30 days', async () => {
    const user = 'long ago';
    const identifier = await identifierOf(user);
    const sentBefore = (days: number) =>
      wires.api.database.query(
        'update usage_users set day = utc_day() - $1::integer where external_user_id = $2',
        [days, user],
      );
    await sentBefore(29);
    assert.partialDeepStrictEqual(await whoIs(identifier), { exit: 0, ...found(user) });
    await sentBefore(30);
    assert.partialDeepStrictEqual(await whoIs(identifier), notFound);
  });

  test('lead to nobody whose data has been erased', async () => {
    const user = 'to be erased';
    const identifier = await identifierOf(user);
    assert.partialDeepStrictEqual(await whoIs(identifier), { exit: 0, ...found(user) });
    const { slug } = wires.partners.openai.client;
    const erased = await runCommand(['user-data', 'erase', slug, user, '--json'], {
      env: { ...wires.api.environment, RECORDED_KEY: 'a key' },
    });
    assert.equal(JSON.parse(erased.stdout).status, 'erased', erased.stderr);
    assert.partialDeepStrictEqual(await whoIs(identifier), notFound);
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'A question for a title says whose it is where a prompt does',
    file: 'src/core/turn/title-writer.ts',
    replace: '      safetyIdentifier: this.#options.identifiers.of(candidate.provider, turn),\n',
    by: '',
  },
  {
    rule: 'A prompt says whose it is where its provider is to know',
    file: 'src/core/turn/run-turn.ts',
    replace: '        safetyIdentifier: runner.identifiers.of(candidate.provider, turn),\n',
    by: '',
  },
  {
    rule: 'A role that sees no people finds none by a safety identifier',
    file: 'src/core/operations/find-operations.ts',
    replace: 'seesPeople(by) ? identified.find(id) : null',
    by: 'identified.find(id)',
  },
  {
    rule: 'An identifier leads to people of the last 30 days only',
    file: 'src/core/people/identified-users.ts',
    replace: 'const days = 30;',
    by: 'const days = 31;',
  },
  {
    rule: 'An identifier that begins with a dash is no option',
    file: 'src/cli/parse-arguments.ts',
    replace: '|[\\w-]{42}$)/',
    by: ')/',
  },
  {
    rule: 'The command line knows the master secret before',
    file: 'src/app/secrets.ts',
    replace: 'previousSecret?.reveal() ?? null',
    by: 'null',
  },
];
