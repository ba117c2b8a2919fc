import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { problemOf } from '#test/reading/answered.ts';
import { settledHealth } from '#test/reading/settled-health.ts';
import { type Api, openApi, testSecret } from '#test/world/api.ts';
import { chatBody, type Partner } from '#test/world/partner.ts';
import { startService, type TestService } from '#test/world/process.ts';

describe('A process that only works', () => {
  let api: Api;
  let partner: Partner;
  let worker: TestService;
  before(async () => {
    api = await openApi({ env: { PARLEY_ROLES: 'api' } });
    partner = await api.partner();
    worker = await startService({
      env: {
        DATABASE_URL: api.databaseUrl,
        PARLEY_SECRET: testSecret,
        OPENAI_BASE_URL: api.provider.baseUrl,
        PARLEY_MODEL: 'openai/mock',
        PARLEY_ROLES: 'worker',
      },
    });
  });
  after(async () => {
    await worker[Symbol.asyncDispose]();
    await api[Symbol.asyncDispose]();
  });

  const ask = async (path: string, key?: string) => {
    const headers = key === undefined ? {} : { authorization: `Bearer ${key}` };
    return fetch(`http://127.0.0.1:${worker.port}/v1${path}`, { headers });
  };

  test('says that it is alive, and how each part is', async () => {
    assert.match(await (await ask('/health')).text(), /^\{"ok":true,"status":"pass","version":"[^"]+"\}$/);
    const checked = await settledHealth(() => ask('/health', partner.key));
    assert.equal(checked.status, 200);
    assert.equal(JSON.parse(await checked.text()).client.slug, partner.client.slug);
    assert.equal((await ask('/health', 'parley_sk_no')).status, 401);
  });

  test('has no other part of the API', async () => {
    assert.equal((await ask('/usage?external_user_id=user-1', partner.key)).status, 404);
    assert.equal((await ask('/openapi.json')).status, 401);
  });

  test('runs the jobs that another process accepts', async () => {
    const { job_uuid } = JSON.parse((await partner.post('/jobs', chatBody())).text);
    assert.equal((await partner.finalJob(job_uuid)).status, 'completed');
  });

  test('leaves streams to the process that was asked', async () => {
    assert.equal((await partner.send()).status, 200);
    problemOf(await partner.get('/nothing'), 'not_found');
  });
});
