import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Break } from '#test/break.ts';
import { requireRefusal, requireTokens, signInByForm } from '#test/examples/token-endpoint.ts';
import { signedCookie, tryEndpoint } from '#test/examples/try-endpoint.ts';
import { type MockProvider, startMockProvider } from '#test/mock/mock-provider.ts';
import { startProcess, startService, type TestService } from '#test/world/process.ts';
import { startSite } from '../../examples/partner-site/site.ts';

const root = join(import.meta.dirname, '..', '..');
const endpoints = join(root, 'examples/partner-site/token-endpoints');

describe('the examples', () => {
  const asked = Promise.withResolvers<void>();
  let provider: MockProvider;
  let service: TestService;
  let key: string;
  before(async () => {
    const scenario = { headOn: asked.promise, deltas: 40, deltaLength: 10, paceMs: 10 };
    provider = await startMockProvider({ scenario });
    const model = {
      OPENAI_BASE_URL: provider.baseUrl,
      OPENAI_API_KEY: 'sk-mock',
      PARLEY_MODEL: 'openai/mock',
    };
    service = await startService({ env: model });
    [key] = await service.printed(/parley_sk_\w+/);
  });
  after(async () => {
    await service[Symbol.asyncDispose]();
    await provider[Symbol.asyncDispose]();
  });

  test('queue-jobs queues 50 jobs, cancels one, reads what grows and resumes what was dropped', async () => {
    const program = join(root, 'examples/queue-jobs/main.ts');
    const env = { PARLEY_URL: `${service.origin}/v1`, PARLEY_KEY: key };
    await using example = startProcess(process.execPath, [program], { env });
    // No job ends before the last one is cancelled, however busy the machine is.
    await example.printed(/job \d+ is \w+, its charge/);
    asked.resolve();
    const { code } = await example.exited;
    const printed = example.stdout();
    assert.equal(code, 0, example.stderr());
    assert.match(printed, /50 jobs were accepted in \d+ ms/);
    assert.match(printed, /job \d+ stood at (?:\d+, )+done/);
    assert.match(printed, /job \d+ is cancelled, its charge was refunded/);
    assert.match(printed, /its pieces are the answer/);
    assert.match(printed, /dropped after \d+ characters, at 1\.\d+$/m);
    assert.match(printed, /^resumed, it has \d+: nothing missing, nothing twice$/m);
    assert.match(printed, /^completed: 49$/m);
    assert.match(printed, /^cancelled: 1$/m);
  });

  describe('the token endpoint mints for the signed-in user only, and a refusal tells the page nothing', () => {
    test('of the site', async () => {
      let apiKey = key;
      const parley = {
        baseUrl: `${service.origin}/v1`,
        get apiKey() {
          return apiKey;
        },
        port: 0,
      };
      await using site = await startSite(parley);
      const endpoint = {
        origin: `http://127.0.0.1:${site.port}`,
        signIn: (origin: string) => signInByForm(origin, '/sign-in?as=anna'),
      };
      await requireTokens(endpoint);
      apiKey = 'parley_sk_wrong';
      await requireRefusal(endpoint, apiKey);
      await assert.rejects(startSite(parley), /Parley answered 401/);
    });

    test('in Python', async () => {
      const args = [join(endpoints, 'python.py')];
      await tryEndpoint({ program: 'python3', args, signIn: signInByForm }, service, key);
    });

    test('in a route of Next.js', async () => {
      const args = [join(root, 'test/support/examples/serve-route.ts')];
      await tryEndpoint({ program: process.execPath, args, signIn: signedCookie }, service, key);
    });
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'The token endpoint of the site takes the user from a session that it knows',
    file: 'examples/partner-site/sessions.ts',
    replace: 'return sessions.get(sessionId(request)) ?? null;',
    by: 'return sessions.get(sessionId(request)) || sessionId(request) || null;',
  },
  {
    rule: 'The token endpoint in Python takes the user from a session that it knows',
    file: 'examples/partner-site/token-endpoints/python.py',
    replace: 'sessions.get(cookie[1]) if cookie',
    by: 'sessions.get(cookie[1], cookie[1]) if cookie',
  },
  {
    rule: 'The token endpoint in Next.js takes the user from a session that it has verified',
    file: 'examples/partner-site/token-endpoints/next/app/api/chat-token/route.ts',
    replace: '  const userId = await signedInUser(request);',
    by: "  const userId = new URL(request.url).searchParams.get('external_user_id') ?? (await signedInUser(request));",
  },
];
