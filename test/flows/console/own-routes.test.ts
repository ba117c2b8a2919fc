import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { consoleEndpoints } from '#contract/endpoints/console/console-endpoints.ts';
import type { Break } from '#test/break.ts';
import { type ConsoleBrowser, type ConsoleWorld, openConsole } from '#test/console/console-world.ts';

/** Written by hand, so that the rows are compared with something else than themselves. */
const needsFreshPasskey = {
  getSession: false,
  endSession: false,
  beginSignIn: false,
  signIn: false,
  beginConfirm: false,
  confirm: false,
  enrol: false,
  beginPasskey: true,
  addPasskey: true,
  deletePasskey: true,
  endOtherSession: true,
  getSettings: false,
} as const satisfies Record<keyof typeof consoleEndpoints, boolean>;

/** What a link opens is never fresh, and lets its holder register a passkey all the same. */
const allowedByLink: readonly string[] = ['beginPasskey', 'addPasskey'];

describe('The routes of an operator’s own, without a passkey that was used just now,', () => {
  let world: ConsoleWorld;
  before(async () => {
    world = await openConsole();
  });
  after(() => world[Symbol.asyncDispose]());

  async function refusalOf(browser: ConsoleBrowser, name: keyof typeof consoleEndpoints, id: string) {
    const { method, path, body } = consoleEndpoints[name];
    const { json } = await browser.ask(method, path.replace(':id', id), body === null ? undefined : {});
    const code: unknown = json['code'];
    return [name, code === 'fresh_passkey_required'];
  }

  /** Every route but the last, which ends the session. */
  const names = Object.keys(needsFreshPasskey)
    .filter(isName)
    .filter((name) => name !== 'endSession');

  test('are refused where they need one', async () => {
    const other = await world.signedIn('viewer', 'other@example.com');
    const theirs = await ownSession(other);
    const owner = await world.signedIn('owner', 'stale@example.com');
    await world.api.database.query('update operator_sessions set strong_until = now()');
    for (const name of names) {
      assert.deepEqual(await refusalOf(owner, name, theirs), [name, needsFreshPasskey[name]]);
    }
    assert.deepEqual(await refusalOf(owner, 'endSession', ''), ['endSession', false]);
  });

  test('are refused to who came by a link, but for registering a passkey', async () => {
    const theirs = await ownSession(await world.signedIn('viewer', 'another@example.com'));
    const linked = world.browser();
    const code = await world.code('linked@example.com', 'owner');
    assert.equal((await linked.ask('POST', '/enrol', { code })).status, 200);
    for (const name of names) {
      const expected = needsFreshPasskey[name] && !allowedByLink.includes(name);
      assert.deepEqual(await refusalOf(linked, name, theirs), [name, expected]);
    }
  });

  test('end a session of one’s own', async () => {
    const browser = await world.signedIn('viewer', 'own@example.com');
    await world.api.database.query('update operator_sessions set strong_until = now()');
    const own = await ownSession(browser);
    assert.deepEqual(await refusalOf(browser, 'endOtherSession', own), ['endOtherSession', false]);
    assert.equal((await browser.ask('GET', '/session')).status, 401);
  });

  test('say so among their errors', () => {
    for (const [name, { errors }] of Object.entries(consoleEndpoints)) {
      assert.ok(isName(name));
      const codes: readonly string[] = errors;
      assert.equal(codes.includes('fresh_passkey_required'), needsFreshPasskey[name], name);
    }
  });
});

function isName(name: string): name is keyof typeof consoleEndpoints {
  return name in consoleEndpoints;
}

async function ownSession(browser: ConsoleBrowser): Promise<string> {
  const { json } = await browser.ask('GET', '/settings');
  const sessions: readonly { readonly id: string; readonly current: boolean }[] = JSON.parse(
    JSON.stringify(json['sessions']),
  );
  const own = sessions.find(({ current }) => current);
  assert.ok(own !== undefined);
  return own.id;
}

export const breaks: readonly Break[] = [
  {
    rule: 'Beginning to register a passkey needs a fresh one',
    file: 'src/contract/endpoints/console/console-endpoints.ts',
    replace: `    fresh: 'unless_by_link',
    operation: 'beginPasskey',`,
    by: "    operation: 'beginPasskey',",
  },
  {
    rule: 'Registering a passkey needs a fresh one',
    file: 'src/contract/endpoints/console/console-endpoints.ts',
    replace: `    fresh: 'unless_by_link',
    operation: 'addPasskey',`,
    by: "    operation: 'addPasskey',",
  },
  {
    rule: 'Deleting a passkey needs a fresh one',
    file: 'src/contract/endpoints/console/console-endpoints.ts',
    replace: "fresh: 'always',",
    by: '',
  },
  {
    rule: 'Ending the session of somebody else needs a fresh passkey',
    file: 'src/contract/endpoints/console/console-endpoints.ts',
    replace: "fresh: 'for_others',",
    by: '',
  },
  {
    rule: 'Ending a session of one’s own needs no fresh passkey',
    file: 'src/contract/endpoints/console/console-endpoints.ts',
    replace: "fresh: 'for_others',",
    by: "fresh: 'always',",
  },
  {
    rule: 'The row of a route of one’s own decides whether it needs a fresh passkey',
    file: 'src/http/session/console-routes.ts',
    replace: '(open) => requireOwnFreshness(endpoint, open)',
    by: '() => undefined',
  },
  {
    rule: 'Who came by a link may register a passkey',
    file: 'src/http/session/console-gate.ts',
    replace: "session.kind !== 'link'",
    by: 'true',
  },
];
