import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints/endpoints.ts';
import type { Break } from '#test/break.ts';
import { FormBrowser, type Page } from '#test/browser/form-browser.ts';
import { type Hosted, openHosted, type Tenant } from '#test/world/hosted.ts';

const canary = `canary-${randomUUID()}`;
const all: readonly Endpoint[] = Object.values(endpoints);
const bodies: Readonly<Record<string, object>> = {
  streamAnswer: { prompt: 'x' },
  createJob: { prompt: 'x' },
  renameConversation: { title: 'mine' },
  saveFeedback: { rating: 'up' },
  decideAction: { decision: 'confirm' },
};

interface Ids {
  readonly conversation: string;
  readonly job: string;
}

/** A caller with one kind of credential. */
interface Visitor {
  readonly base: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Null where the credential identifies the user. */
  readonly userId: string | null;
}

describe('Whatever names what belongs to another owner', () => {
  let hosted: Hosted;
  let tenant: Tenant;
  let theirs: Ids;
  let strangers: Readonly<Record<string, Visitor>>;
  const answers: string[] = [];

  before(async () => {
    hosted = await openHosted();
    tenant = await hosted.tenant();
    const other = await hosted.tenant();
    const base = hosted.api.urlOf();
    const owner = { base, headers: bearer(tenant.key), userId: 'user-1' };
    const page = await ask(owner, endpoints.stream, { conversation: '', job: '' }, { prompt: canary });
    theirs = {
      conversation: String(page.headers['x-conversation-id']),
      job: String(page.headers['x-job-id']),
    };
    const { browser } = await tenant.visitor({ admin: true });
    const origin = tenant.url().slice(0, -1);
    strangers = {
      'another user, with the key': { ...owner, userId: 'user-2' },
      'the same name at another client': { ...owner, headers: bearer(other.key) },
      'another user, with a minted token': at(tenant, bearer(await tenant.token('user-2'))),
      'the same name at another tenant': at(other, bearer(await other.token('user-1'))),
      'an administrator of the tenant': at(tenant, { origin, cookie: browser.cookies(tenant.host) }),
    };
  });
  after(() => hosted[Symbol.asyncDispose]());

  for (const endpoint of all.filter(({ path, body }) => path.includes(':uuid') || isChat(body))) {
    test(`${endpoint.operation} answers as for what is not there`, async () => {
      for (const [name, by] of Object.entries(strangers)) {
        if (by.userId === null && !endpoint.hosted) continue;
        const [foreign, unknown] = [
          await ask(by, endpoint, theirs),
          await ask(by, endpoint, { conversation: randomUUID(), job: randomUUID() }),
        ];
        assert.equal(foreign.status, 404, `${name}: ${foreign.text}`);
        assert.deepEqual(told(foreign), told(unknown), name);
        answers.push(JSON.stringify(told(foreign)));
      }
    });
  }

  for (const endpoint of all.filter(({ hosted: isHosted }) => isHosted)) {
    test(`${endpoint.operation} with a token ignores every other name for its user`, async () => {
      const by = strangers['another user, with a minted token'];
      assert.ok(by);
      const named = { external_user_id: 'user-1', user: 'user-1' };
      const query = { ...by, base: by.base, userId: 'user-1&user=user-1' };
      const inQuery = await ask(query, endpoint, theirs);
      const inBody = await ask(by, endpoint, theirs, { ...bodies[endpoint.operation], ...named });
      const inContext = await ask(by, endpoint, theirs, { ...bodies[endpoint.operation], context: named });
      const plain = await ask(by, endpoint, theirs);
      for (const page of [inQuery, inBody, inContext]) assert.deepEqual(told(page), told(plain));
      answers.push(...[inQuery, inBody, inContext].map((page) => JSON.stringify(told(page))));
    });
  }

  test('and never learns a word of it, nor does the log', async () => {
    const service = hosted.api.serviceOf();
    assert.ok(answers.length > 40);
    for (const text of [...answers, service.stdout() + service.stderr()]) assert.ok(!text.includes(canary));
  });
});

function at(tenant: Tenant, headers: Visitor['headers']): Visitor {
  return { base: tenant.url('/chat'), headers, userId: null };
}

function bearer(secret: string) {
  return { authorization: `Bearer ${secret}` };
}

function isChat(body: Endpoint['body']): boolean {
  return body !== null && 'conversation_uuid' in body.properties;
}

/** With its own body unless another is given; the ids go where the endpoint takes them. */
async function ask(
  { base, headers, userId }: Visitor,
  { operation, method, path, body: schema, query }: Endpoint,
  { conversation, job }: Ids,
  body: object | undefined = bodies[operation],
): Promise<Page> {
  const id = path.startsWith('/jobs') ? job : conversation;
  const inContext = isChat(schema);
  const asked =
    'external_user_id' in query.properties && userId !== null ? `?external_user_id=${userId}` : '';
  const context = inContext && userId !== null ? { context: { external_user_id: userId } } : {};
  const named = inContext && conversation !== '' ? { conversation_uuid: conversation } : {};
  const text = schema === null ? undefined : JSON.stringify({ ...context, ...named, ...body });
  return send(`${base}${path.replace(':uuid', id)}${asked}`, method, headers, text);
}

async function send(
  address: string,
  method: string,
  headers: Visitor['headers'],
  body?: string,
): Promise<Page> {
  const typed = {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body ?? '')),
  };
  const browser = new FormBrowser(Number(new URL(address).port));
  return browser.visit(
    address,
    body === undefined ? { method, headers } : { method, headers: { ...headers, ...typed }, body },
  );
}

/** Everything in a response except what differs between any two. */
function told({ status, headers, text }: Page): object {
  const id = String(headers['x-request-id']);
  const {
    date: _date,
    'x-request-id': _id,
    'x-job-id': _job,
    'x-conversation-id': _conversation,
    ...rest
  } = headers;
  return { status, headers: rest, text: text.replaceAll(id, '<request id>') };
}

export const breaks: readonly Break[] = [
  {
    rule: 'A conversation is read, renamed and rated by its end user only',
    file: 'src/adapters/postgres/conversations/conversation-sql.ts',
    replace: "const owned = 'c.client_id = $1 and c.external_user_id = $2 and c.id = $3';",
    by: "const owned = 'c.client_id = $1 and $2::text is not null and c.id = $3';",
  },
  {
    rule: 'A conversation is read, renamed and rated by its client only',
    file: 'src/adapters/postgres/conversations/conversation-sql.ts',
    replace: "const owned = 'c.client_id = $1 and",
    by: "const owned = '$1::integer is not null and",
  },
  {
    rule: "A list has the end user's conversations only",
    file: 'src/adapters/postgres/conversations/conversation-sql.ts',
    replace: 'c.client_id = $1 and c.external_user_id = $2 and (c.last_message_at, c.id)',
    by: 'c.client_id = $1 and $2::text is not null and (c.last_message_at, c.id)',
  },
  {
    rule: 'A conversation is deleted by its end user only',
    file: 'database/functions/8-endings.sql',
    replace: 'where client_id = p_client and id = p_conversation and external_user_id = p_user;',
    by: 'where client_id = p_client and id = p_conversation;',
  },
  {
    rule: 'The record of a turn is for its end user only',
    file: 'src/adapters/postgres/turns/turn-record.ts',
    replace: 'where t.client_id = $1 and t.external_user_id = $2 and t.id = $3',
    by: 'where t.client_id = $1 and $2::text is not null and t.id = $3',
  },
  {
    rule: 'The record of a turn is for its client only',
    file: 'src/adapters/postgres/turns/turn-record.ts',
    replace: 'where t.client_id = $1 and t.external_user_id = $2 and t.id = $3',
    by: 'where $1::integer is not null and t.external_user_id = $2 and t.id = $3',
  },
];
