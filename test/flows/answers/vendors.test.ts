import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { ErrorCode } from '#contract/errors.ts';
import type { Health, HealthStatus } from '#contract/health.ts';
import type { Break } from '#test/break.ts';
import {
  startVendors,
  type Vendors,
  type VendorWire,
  vendorAddress,
  vendorAnswer,
  vendorKey,
  vendorWires,
} from '#test/mock/vendors.ts';
import { type Answered, problemOf } from '#test/reading/answered.ts';
import { until } from '#test/reading/until.ts';
import { type Api, openApi, testSecret } from '#test/world/api.ts';
import { runCommand } from '#test/world/process.ts';

const askedAt: Readonly<Record<VendorWire, string>> = {
  openai: '/v1/chat/completions',
  'openai-responses': '/v1/responses',
  anthropic: '/v1/messages',
  gemini: '/v1beta/models/answers:streamGenerateContent',
};

const gatewaySecret = 'gateway-secret-0123456789';

let vendors: Vendors;
before(async () => {
  vendors = await startVendors();
});
after(() => vendors[Symbol.asyncDispose]());

describe('A foreign server that speaks as the vendors do', () => {
  let api: Api;
  before(async () => {
    const id = { wire: 'anthropic', base_url: vendors.origin };
    const gateway = { headers: { 'X-Title': 'Our chat' }, headers_env: { 'X-Gateway': 'GATEWAY' } };
    api = await open({
      providers: [
        { ...id, id: 'gateway', api_key_env: 'VENDOR_KEY', models: [{ id: 'answers' }], ...gateway },
        { ...id, id: 'refused', api_key_env: 'WRONG_KEY', models: [{ id: 'answers' }] },
        {
          ...{ id: 'openai-responses', wire: 'openai-responses', api_key_env: 'VENDOR_KEY' },
          ...{ base_url: vendorAddress['openai-responses'](vendors.origin), models: [{ id: 'answers' }] },
        },
      ],
    });
  });
  after(() => api[Symbol.asyncDispose]());

  for (const wire of vendorWires) {
    test(`streams its answer to the partner: ${wire}`, async () => {
      const partner = await api.partner({ model: `${wire}/answers` });
      const answer = await partner.send();
      assert.deepEqual([answer.status, answer.text], [200, vendorAnswer]);
      // An address makes the provider openai a server that imitates chat completions.
      const { path = '' } = vendors.mock.getLastRequest() ?? {};
      assert.ok(path.startsWith(askedAt[wire]), path);
    });

    test(`is asked for the chosen model only, whatever comes: ${wire}`, async () => {
      const expected: Readonly<Record<string, ErrorCode>> = {
        'not-known': 'provider_error',
        'fails-503': 'provider_unavailable',
      };
      for (const [model, code] of Object.entries(expected)) {
        vendors.mock.clearRequests();
        const partner = await api.partner({ model: `${wire}/${model}`, daily_limit: 1 });
        problemOf(await partner.send(), code, { retryable: code !== 'provider_error' });
        assert.equal((await partner.usage()).requests.used, 0);
        assert.deepEqual([...new Set(askedModels())], [model]);
      }
    });

    test(`breaks its answer off, and the partner's connection breaks with it: ${wire}`, async () => {
      const partner = await api.partner({ model: `${wire}/breaks-off` });
      const answer = await partner.send();
      assert.deepEqual([answer.status, answer.complete], [200, false]);
      assert.ok(answer.text !== '' && vendorAnswer.startsWith(answer.text));
    });
  }

  test('refuses our key, and the partner gets provider_error', async () => {
    const partner = await api.partner({ model: 'refused/answers' });
    problemOf(await partner.send(), 'provider_error', { retryable: false });
  });

  test('gets the headers of the operator, whose secrets reach no log', async () => {
    vendors.mock.clearRequests();
    const partner = await api.partner({ model: 'gateway/answers' });
    assert.equal((await partner.send()).status, 200);
    const { headers } = vendors.mock.getLastRequest() ?? assert.fail('nothing came');
    assert.deepEqual([headers['x-title'], headers['x-gateway']], ['Our chat', gatewaySecret]);
    problemOf(await (await api.partner({ model: 'gateway/fails-500' })).send(), 'provider_error');
    await api.serviceOf().printed(/A provider failed/);
    assert.ok(!api.serviceOf().stdout().includes(gatewaySecret));
  });

  test('answers a Deep Dive with the agent’s model for it, whatever the client’s own is', async () => {
    vendors.mock.clearRequests();
    await api.database.query(
      `insert into agents (slug, name, instructions, model, reserved, deep_dive_model)
       values ('thorough', 'Thorough', 'Be brief.', null, false, 'gemini/answers')`,
    );
    const partner = await api.partner({ model: 'openai/backup', deep_dive_enabled: true });
    await partner.send({ agent_slug: 'thorough', options: { detailed_response: true } });
    await partner.send({ agent_slug: 'thorough' });
    assert.deepEqual(askedModels(), ['answers', 'backup']);
  });

  test('that refuses one of several keys makes health warn', async () => {
    const { status, text } = await healthOf(api, 'warn');
    assert.deepEqual([status, JSON.parse(text).status], [200, 'warn']);
    await api.serviceOf().printed(/A provider does not work as configured.*|.*refuses the key/);
  });
});

describe('A fallback', () => {
  let api: Api;
  before(async () => {
    api = await open({ fallback: ['anthropic/backup'] });
  });
  after(() => api[Symbol.asyncDispose]());

  test('answers where the chosen model fails with 5xx or 429, after the repeats, at one charge', async () => {
    for (const model of ['fails-500', 'fails-429']) {
      // A success closes the circuit, which would otherwise open before the last repeat.
      assert.equal((await (await api.partner()).send()).text, vendorAnswer);
      vendors.mock.clearRequests();
      const partner = await api.partner({ model: `openai/${model}` });
      const answer = await partner.send();
      assert.deepEqual([answer.status, answer.text], [200, 'The backup answers.']);
      assert.deepEqual(askedModels(), [model, model, model, 'backup']);
      assert.equal((await partner.usage()).requests.used, 1);
    }
  });

  test('gets no prompt that the chosen model refuses with another 4xx', async () => {
    assert.equal((await (await api.partner()).send()).text, vendorAnswer);
    const refused = {
      'fails-400': 'provider_refused',
      'fails-403': 'provider_error',
      'not-known': 'provider_error',
    } as const;
    for (const [model, code] of Object.entries(refused)) {
      vendors.mock.clearRequests();
      const partner = await api.partner({ model: `openai/${model}` });
      problemOf(await partner.send(), code, { retryable: false });
      assert.deepEqual(askedModels(), [model]);
    }
  });

  test('gets no prompt of a client that may not use its provider', async () => {
    vendors.mock.clearRequests();
    const partner = await api.partner({ model: 'openai/fails-500', providers: ['openai', 'gemini'] });
    problemOf(await partner.send(), 'provider_error');
    assert.ok(!askedModels().includes('backup'));
  });
});

describe('Health and doctor', () => {
  test('fail where the only provider refuses the key, without any traffic', async () => {
    await using api = await openApi({
      env: { OPENAI_BASE_URL: `${vendors.origin}/v1`, OPENAI_API_KEY: 'wrong-key-0123456789' },
    });
    const { status, text } = await healthOf(api, 'fail');
    assert.deepEqual([status, JSON.parse(text).ok], [503, false]);
  });

  test('warn of a model that the vendor does not know, and doctor names it', async () => {
    await using api = await openApi({
      env: {
        OPENAI_BASE_URL: `${vendors.origin}/v1`,
        OPENAI_API_KEY: vendorKey,
        PARLEY_MODEL: 'openai/misspelt',
      },
    });
    assert.equal((await healthOf(api, 'warn')).status, 200);
    const env = { OPENAI_BASE_URL: `${vendors.origin}/v1`, OPENAI_API_KEY: vendorKey };
    assert.equal((await doctor(api, { ...env, PARLEY_MODEL: 'openai/answers' }))?.status, 'pass');
    await api.partner({ model: 'openai/named-by-a-client' });
    const found = await doctor(api, { ...env, PARLEY_MODEL: 'openai/misspelt' });
    assert.equal(found?.status, 'fail');
    assert.match(found?.detail ?? '', /does not know misspelt, named-by-a-client;/);
    const refused = await doctor(api, { ...env, OPENAI_API_KEY: 'wrong-key-0123456789' });
    assert.equal(refused?.status, 'fail');
    assert.match(refused?.detail ?? '', /refuses the key: the provider answered 401/);
  });
});

async function open(config: object): Promise<Api> {
  const keys = vendorWires.flatMap((wire) => {
    if (wire === 'openai-responses') return [];
    const name = wire.toUpperCase();
    return [
      [`${name}_API_KEY`, vendorKey],
      [`${name}_BASE_URL`, vendorAddress[wire](vendors.origin)],
    ];
  });
  const env = { VENDOR_KEY: vendorKey, WRONG_KEY: 'wrong-key-0123456789', GATEWAY: gatewaySecret };
  return await openApi({
    config,
    env: { ...env, ...Object.fromEntries(keys), PARLEY_MODEL: 'openai/answers' },
  });
}

/** The health once all parts have been looked at: the database passes, and the providers have this status. */
async function healthOf(api: Api, providers: HealthStatus): Promise<Answered> {
  const partner = await api.partner();
  return until(async () => {
    const answer = await partner.get('/health');
    const { checks }: Health = JSON.parse(answer.text);
    const wanted = checks.database === 'pass' && checks.queue === 'pass' && checks.providers === providers;
    return wanted && answer;
  });
}

/** The models of the prompts that arrived since the journal was cleared. */
function askedModels(): string[] {
  return vendors.mock
    .getRequests()
    .filter(({ method }) => method === 'POST')
    .map(({ body, path }) => modelIn(body) ?? /models\/([^:]+):/.exec(path)?.[1] ?? path);
}

function modelIn(body: unknown): string | null {
  const model = typeof body === 'object' && body !== null && 'model' in body ? body.model : null;
  return typeof model === 'string' ? model : null;
}

async function doctor(api: Api, env: Readonly<Record<string, string>>) {
  const ran = await runCommand(['doctor', '--json'], {
    env: { DATABASE_URL: api.databaseUrl, PARLEY_SECRET: testSecret, ...env },
  });
  const { checks }: { checks: { name: string; status: string; detail: string }[] } = JSON.parse(ran.stdout);
  return checks.find(({ name }) => name === 'provider openai');
}

export const breaks: readonly Break[] = [
  {
    rule: 'doctor asks vendors for the models that clients and agents name, too',
    file: 'src/app/diagnose.ts',
    replace: 'checkProviders(config, database.models)',
    by: 'checkProviders(config, [])',
  },
];
