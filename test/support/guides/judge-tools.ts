import assert from 'node:assert/strict';
import { judgeToolServer } from '../tools/conformance.ts';
import { type SignedMessage, signedCall, signedMessage } from '../tools/signed-message.ts';
import { judgePage, judgeReceiver } from './judge-server.ts';
import type { ServedProgram } from './serve-program.ts';

/** What the suite needs tools of its own for, or functions that are no tools. */
const leftOut = [
  'sep-2575-http-server-no-independent-requests-on-stream',
  'sep-2575-missing-capability-http-400',
  'sep-2575-server-no-log-without-loglevel',
  'sep-2575-server-rejects-undeclared-capability',
];

/** It follows the protocol, serves what Parley has signed, and only to the person who asks. */
async function judgeTools({ origin }: ServedProgram): Promise<void> {
  const send = async ({ headers, body }: SignedMessage) => {
    const response = await fetch(origin, { method: 'POST', headers, body });
    return { status: response.status, text: await response.text() };
  };
  const call = async (name: string, args: object, user = 'user-1') => {
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
      'dev.parley/call': { ...signedCall, external_user_id: user },
    };
    const { status, text } = await send(signedMessage('tools/call', { name, arguments: args, _meta }));
    assert.equal(status, 200, text);
    const { result } = JSON.parse(text);
    return { isError: result.isError === true, said: String(result.content[0].text) };
  };

  const own = await call('find_orders', { status: 'open' });
  assert.match(own.said, /A-17/);
  assert.doesNotMatch(own.said, /A-18/);
  const another = await call('cancel_order', { order_id: 'A-18' });
  assert.deepEqual(another, { isError: true, said: 'There is no open order A-18.' });
  assert.deepEqual(await call('cancel_order', { order_id: 'A-17' }), {
    isError: false,
    said: 'Order A-17 is cancelled.',
  });
  assert.equal((await call('cancel_order', { order_id: 'A-17' })).isError, true, 'once');
  assert.match((await call('find_orders', {}, 'user-2')).said, /A-18.*open/);

  const list = signedMessage('tools/list');
  const old = signedMessage('tools/list', {}, { date: new Date(Date.now() - 600_000) });
  const foreign = signedMessage('tools/list', {}, { secret: `whsec_${'A'.repeat(43)}=` });
  const refused = [
    { ...list, body: list.body.replace('user-1', 'user-2') },
    { ...list, headers: { ...list.headers, origin: 'https://evil.example' } },
    old,
    foreign,
  ];
  for (const message of refused) assert.match(String((await send(message)).status), /^40[13]$/);

  for (const scenario of ['tools-list', 'server-stateless']) {
    const { passed, failed } = await judgeToolServer(origin, scenario);
    assert.deepEqual([passed > 0, failed.filter((id) => !leftOut.includes(id))], [true, []], scenario);
  }
}

/** What a program that goes on running has to do, by its name. */
export const judges = { page: judgePage, receiver: judgeReceiver, tools: judgeTools };
