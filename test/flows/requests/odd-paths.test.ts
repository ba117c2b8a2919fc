import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { scopes } from '#contract/closed-sets.ts';
import { type ErrorCode, errorTable } from '#contract/errors.ts';
import type { Break } from '#test/break.ts';
import { isWhole } from '#test/faults/whole-matrix.ts';
import { exchange } from '#test/reading/raw-http.ts';
import { sentType } from '#test/requests/sent-type.ts';
import { type Hosted, openHosted, type Tenant } from '#test/world/hosted.ts';
import { guardedRows, type RouteRow } from '#test/world/route-rows.ts';

const segments = [
  ...['%00', 'a%00b', '%zz', '%', '%2', '%FF', '%C0%80', '%ED%A0%80', '%E2%82', '%F8%88%80%80%80', '%u0041'],
  ...[
    '..',
    '.',
    '%2e%2e',
    '..%2f..',
    '%5c',
    '..\\..',
    'a%2fb',
    '%20',
    '+',
    ';',
    '#',
    '%23',
    '%3f',
    '%25',
    '%2500',
  ],
  ...[
    '%E2%80%AE',
    '%F0%9F%98%80',
    '%C2%85',
    '%7F',
    '__proto__',
    'constructor',
    "'",
    '"',
    '%0d%0aX:%20y',
    '*',
  ],
  ...['00000000-0000-0000-0000-00000000000g', 'F5E0A1D2-0000-4000-8000-000000000000'],
  'a'.repeat(5_000),
];

const withParameters = guardedRows.filter(({ path }) => path.includes(':'));
const codes = new Set<string>(Object.keys(errorTable));
const notFound: readonly ErrorCode[] = [
  ...(['not_found', 'job_not_found', 'conversation_not_found'] as const),
  ...(['client_not_found', 'agent_not_found', 'user_not_found', 'method_not_allowed'] as const),
  ...(['event_not_found', 'webhook_not_found', 'delivery_not_found', 'document_not_found'] as const),
  ...(['tool_server_not_found', 'tool_not_found', 'action_not_found'] as const),
  // An agent that the client may not use, and one that there is not, are the same refusal.
  'agent_not_allowed',
];

/** A valid one, so that only the path can be refused. */
function bodyOf(method: string, target: string): string {
  if (method === 'POST' && /\/webhooks(\?|$)/.test(target)) return '{"url":"https://receiver.example.com/"}';
  if (method === 'POST' && /\/tool-servers(\?|$)/.test(target)) {
    return '{"name":"shop","url":"https://tools.example.com/"}';
  }
  if (method === 'POST' && /\/call(\?|$)/.test(target)) return '{"arguments":{}}';
  if (method === 'PUT' && target.includes('/tools/')) {
    return '{"offered_hash":"h","effect":"read","labels":{"en":"Looking"},"agents":[]}';
  }
  if (method === 'PUT' && target.includes('/guidance')) return '{"text":"x"}';
  if (sentType(method, target) === 'text/plain') return 'x';
  if (target.includes('/sources')) return '{"q":"x"}';
  if (target.includes('/actions/')) return '{"decision":"confirm"}';
  if (target.includes('/replay')) return '{"since":"2026-01-01T00:00:00Z"}';
  if (target.includes('/feedback')) return '{"rating":"up"}';
  if (target.includes('/conversations/')) return method === 'PATCH' ? '{"title":"x"}' : '{}';
  return method === 'POST' && /\/users(\?|$)/.test(target) ? '{"email":"a@example.com"}' : '{}';
}

/** The codes of unknown names, where refusals have OpenAI's form. */
const openAiNotFound: readonly string[] = ['model_not_found', 'response_not_found', 'not_found'];

function openAiCodeIn(text: string): string | null {
  return text.startsWith('{"error":') ? String(JSON.parse(text).error.code) : null;
}

describe('A path with an odd segment', () => {
  let hosted: Hosted;
  let tenant: Tenant;
  let cookie: string;
  let token: string;
  before(async () => {
    hosted = await openHosted();
    tenant = await hosted.tenant({
      scopes: [...scopes],
    });
    const { browser } = await tenant.visitor({ admin: true });
    cookie = browser.cookies(tenant.host);
    token = await tenant.token('user-1');
  });
  after(() => hosted[Symbol.asyncDispose]());

  async function ask(host: string, method: string, target: string, ...lines: string[]) {
    const body = method === 'GET' ? '' : bodyOf(method, target);
    const type = sentType(method, target);
    const described = body === '' ? [] : [`Content-Type: ${type}`, `Content-Length: ${body.length}`];
    const head = [
      `${method} ${target} HTTP/1.1`,
      `Host: ${host}`,
      'Connection: close',
      ...described,
      ...lines,
    ];
    const bytes = `${head.join('\r\n')}\r\n\r\n${body}`;
    const answer = await exchange(hosted.api.portOf(), bytes);
    const text = answer.slice(answer.indexOf('\r\n\r\n') + 4);
    const isProblem = /content-type: application\/problem\+json/i.test(answer);
    return {
      status: Number(answer.slice(9, 12)),
      text,
      code: isProblem ? String(JSON.parse(text).code) : openAiCodeIn(text),
    };
  }

  /** Routes read segments alike, so each meets a sixth of them, and its neighbours, which are its like, the others. */
  const targetsOf = ({ path, credential }: RouteRow, place: number) => {
    const isOfUser =
      credential === 'key' && !/^\/(v1\/(admin|webhooks|events|agents|tool-servers)|openai)\//.test(path);
    const query = isOfUser ? '?external_user_id=u' : path.includes('/responses/') ? '?user=u' : '';
    return segments
      .filter((_segment, index) => isWhole || (index + place) % 6 === 0)
      .map((segment) => path.replaceAll(/:\w+/g, () => segment) + query);
  };
  const credentialOf = ({ credential }: RouteRow): readonly string[] => {
    if (credential === 'key') return [`Authorization: Bearer ${tenant.key}`];
    if (credential === 'session') return [`Authorization: Bearer ${token}`];
    return [`Cookie: ${cookie}`, `Origin: http://${tenant.host}`];
  };

  for (const [place, row] of withParameters.entries()) {
    test(`is as unknown as any other name: ${row.method} ${row.path}`, async () => {
      const host = row.host === 'api' ? 'localhost' : tenant.host;
      await Promise.all(
        targetsOf(row, place).map(async (target) => {
          const answer = await ask(host, row.method, target, ...credentialOf(row));
          const told = `${target.slice(0, 80)}: ${answer.status} ${answer.text.slice(0, 300)}`;
          if (answer.code === null)
            assert.deepEqual([answer.status, answer.text], [404, 'Not found\n'], told);
          else if (row.path.startsWith('/openai/')) assert.ok(openAiNotFound.includes(answer.code), told);
          else assert.ok(codes.has(answer.code) && isUnknown(answer.code), told);
        }),
      );
    });
  }

  function isUnknown(code: string): boolean {
    return notFound.some((known) => known === code);
  }

  test('where a UUID belongs is the same 404 as an unknown UUID, byte for byte', async () => {
    const key = `Authorization: Bearer ${tenant.key}`;
    for (const [path, code] of [
      ['/v1/jobs/', 'job_not_found'],
      ['/v1/conversations/', 'conversation_not_found'],
    ] as const) {
      const read = async (segment: string) => {
        const answer = await ask('localhost', 'GET', `${path}${segment}?external_user_id=u`, key);
        return [answer.status, answer.code, answer.text.replace(/"request_id":"[^"]+"/, '')];
      };
      const unknown = await read(crypto.randomUUID());
      assert.deepEqual(unknown.slice(0, 2), [404, code]);
      for (const segment of ['x', '%00', '%zz', '%FF', '%C0%80', '%E2%80%AE', 'a%2fb', 'a'.repeat(7_000)]) {
        assert.deepEqual(await read(segment), unknown, segment.slice(0, 40));
      }
    }
  });

  test('where a name belongs is the 404 of a name that does not exist', async () => {
    const key = `Authorization: Bearer ${tenant.key}`;
    for (const [path, code] of [
      ['/v1/admin/clients/', 'client_not_found'],
      ['/v1/admin/agents/', 'agent_not_found'],
    ] as const) {
      for (const segment of ['x', '%00', 'a%00b', '%zz', '%FF', '%E2%80%AE', 'a%2fb']) {
        const answer = await ask('localhost', 'GET', `${path}${segment}`, key);
        assert.deepEqual([answer.status, answer.code], [404, code], segment);
      }
    }
  });

  test('below /v1 is 401 without a key: nothing in it leads out of /v1', async () => {
    await Promise.all(
      segments.map(async (segment) => {
        const { code } = await ask('localhost', 'GET', `/v1/jobs/${segment}`);
        assert.equal(code, 'missing_api_key', segment.slice(0, 80));
      }),
    );
  });

  for (const [name, paths] of Object.entries({
    'a tenant': ['/v1/jobs/', '/assets/', '/launcher/', '/'],
    login: ['/v1/jobs/', '/assets/', '/'],
    console: ['/v1/jobs/', '/'],
    'an unknown': ['/v1/jobs/', '/'],
  })) {
    test(`is a plain 404 at ${name} host`, async () => {
      const host = { 'a tenant': tenant.host, 'an unknown': 'x.example' }[name] ?? `${name}.localhost`;
      const targets = paths.flatMap((path) => segments.map((segment) => path + segment));
      await Promise.all(
        targets.map(async (target) => {
          const { status, text } = await ask(host, 'GET', target);
          assert.deepEqual([status, text], [404, 'Not found\n'], target.slice(0, 80));
        }),
      );
    });
  }

  test('leaves no error in the log', () => {
    const { stdout, stderr } = hosted.api.serviceOf();
    assert.doesNotMatch(stdout() + stderr(), /"level":"(error|fatal)"/);
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'A path that is no text is an unknown path',
    file: 'src/http/server/server.ts',
    replace: "path.replaceAll('%', '%25')",
    by: 'path',
  },
  {
    rule: 'A fragment is part of the path',
    file: 'src/http/server/server.ts',
    replace: "literal.replaceAll('#', '%23')",
    by: 'literal',
  },
];
