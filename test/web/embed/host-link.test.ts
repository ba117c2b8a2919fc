import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import type { HostMessage } from '#contract/launcher.ts';
import type { Break } from '#test/break.ts';
import { type FrameWindow, linkToHost } from '../../../src/web/shared/embed/host-link.ts';

const origin = 'https://partner.example';
const init = { parley: 1, t: 'init', nonce: 'n', open: true, theme: null, locale: null };

describe('a frame takes a port', () => {
  const ports: MessagePort[] = [];
  afterEach(() => {
    for (const port of ports.splice(0)) port.close();
  });

  test('from its parent, at an allowed origin, with its nonce', async () => {
    const { frame, said, receive } = createFrame();
    const link = linkToHost(frame, [origin], 'n');
    assert.deepEqual(said, [{ message: { parley: 1, t: 'hello', nonce: 'n' }, targetOrigin: '*' }]);
    receive({ ports: [port()] });
    assert.equal(await isSettled(link), true);
    const { parley: _, ...taken } = init;
    assert.deepEqual((await link).init, { ...taken, restore: null });
  });

  test('whose launcher says what is to be restored', async () => {
    const { frame, receive } = createFrame();
    const link = linkToHost(frame, [origin], 'n');
    receive({ data: { ...init, restore: false }, ports: [port()] });
    assert.equal((await link).init.restore, false);
  });

  const refused: Readonly<Record<string, Partial<Received> | (() => Partial<Received>)>> = {
    'another window': { source: {} },
    'an origin that is not allowed': { origin: 'https://hostile.example' },
    'another nonce': { data: { ...init, nonce: 'm' } },
    'another protocol': { data: { ...init, parley: 2 } },
    'no port': () => ({ ports: [] }),
    'two ports': () => ({ ports: [port(), port()] }),
    'a nonce that is too long': { data: { ...init, nonce: 'n'.repeat(101) } },
    'a theme that is too long': { data: { ...init, theme: 't'.repeat(101) } },
    'a field that is missing': { data: { parley: 1, t: 'init', nonce: 'n' } },
    'another message': { data: { ...init, t: 'hello' } },
    'a member of every object': { data: { ...init, t: 'constructor' } },
    'no object': { data: 'init' },
  };
  for (const [what, change] of Object.entries(refused)) {
    test(`and never with ${what}`, async () => {
      const { frame, receive } = createFrame();
      const link = linkToHost(frame, [origin], 'n');
      receive({ ports: [port()], ...(typeof change === 'function' ? change() : change) });
      assert.equal(await isSettled(link), false);
      receive({ ports: [port()] });
      assert.equal(await isSettled(link), true);
    });
  }

  const strangers = [
    'https://hostile.example',
    'https://partner.example.hostile.example',
    'https://hostile.example.partner.example',
    'https://partner.example:8443',
    'http://partner.example',
    'https://PARTNER.example',
    'null',
  ];
  for (const stranger of strangers) {
    test(`and never from ${stranger}, whether the browser names ancestors or not`, async () => {
      for (const ancestor of [stranger, null]) {
        const { frame, receive } = createFrame(ancestor);
        const link = linkToHost(frame, ['https://first.example', origin], 'n');
        receive({ origin: stranger, ports: [port()] });
        assert.equal(await isSettled(link), false);
      }
    });
  }

  test('and never where the browser names another ancestor', async () => {
    const { frame, receive } = createFrame('https://other.example');
    const link = linkToHost(frame, [origin, 'https://other.example'], 'n');
    receive({ ports: [port()] });
    assert.equal(await isSettled(link), false);
  });

  test('and no second one', async () => {
    const { frame, receive, listeners } = createFrame();
    const link = linkToHost(frame, [origin], 'n');
    receive({ ports: [port()] });
    await link;
    assert.equal(listeners.size, 0);
  });

  test('over which unknown and oversized messages are ignored, and unknown fields dropped', async () => {
    const { frame, receive } = createFrame();
    const { port1, port2 } = new MessageChannel();
    ports.push(port1, port2);
    const link = linkToHost(frame, [origin], 'n');
    receive({ ports: [port2] });
    const heard: HostMessage[] = [];
    const { promise, resolve } = Promise.withResolvers<void>();
    (await link).listen((message) => {
      heard.push(message);
      if (message.t === 'identify') resolve();
    });
    for (const message of [
      { t: 'unknown' },
      { t: 'token', id: 1, token: 'x'.repeat(8_193) },
      { t: 'token', id: 1.5, token: 'x' },
      { t: 'ask', text: 'x'.repeat(64_001), send: true },
      { t: 'ask', text: 'x', send: 'yes' },
      { t: 'ask', text: 'x', send: true, more: 'dropped' },
      null,
      { t: 'identify' },
    ]) {
      port1.postMessage(message);
    }
    await promise;
    assert.deepEqual(heard, [{ t: 'ask', text: 'x', send: true }, { t: 'identify' }]);
  });

  function port(): MessagePort {
    const { port1, port2 } = new MessageChannel();
    ports.push(port1, port2);
    return port1;
  }
});

interface Received {
  readonly source: unknown;
  readonly origin: string;
  readonly data: unknown;
  readonly ports: readonly MessagePort[];
}

type Listener = Parameters<FrameWindow['addEventListener']>[1];

/** A window whose parent the test controls. Without an ancestor it represents a browser that reports none. */
function createFrame(ancestor: string | null = origin) {
  const said: { message: unknown; targetOrigin: string }[] = [];
  const listeners = new Set<Listener>();
  const parent = {
    postMessage: (message: unknown, targetOrigin: string) => said.push({ message, targetOrigin }),
  };
  const frame = {
    parent,
    location: ancestor === null ? {} : { ancestorOrigins: [ancestor] },
    addEventListener: (_type: 'message', listener: Listener) => listeners.add(listener),
    removeEventListener: (_type: 'message', listener: Listener) => listeners.delete(listener),
  };
  return {
    frame,
    said,
    listeners,
    receive(received: Partial<Received>): void {
      const event = new MessageEvent('message', { data: { ...init } });
      const members = { source: parent, origin, ...received };
      for (const [name, value] of Object.entries(members)) Object.defineProperty(event, name, { value });
      for (const listener of [...listeners]) listener(event);
    },
  };
}

async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  const pending = Symbol('pending');
  await new Promise((resolve) => setImmediate(resolve));
  return (await Promise.race([promise, Promise.resolve(pending)])) !== pending;
}

export const breaks: readonly Break[] = [
  {
    rule: 'A launcher of an earlier release, which says nothing of restoring, gets its port',
    file: 'src/web/shared/embed/host-link.ts',
    replace: '{ restore: null, ...event.data }',
    by: 'event.data',
  },
  {
    rule: 'A frame takes a port from an origin that is allowed, and not from one that begins like it',
    file: 'src/web/shared/embed/host-link.ts',
    replace: 'origins.includes(origin) &&',
    by: 'origins.some((one) => origin.startsWith(one)) &&',
  },
  {
    rule: 'A frame takes a port from an allowed origin only',
    file: 'src/web/shared/embed/host-link.ts',
    replace: 'origins.includes(origin) &&',
    by: 'origins.length > 0 &&',
  },
  {
    rule: 'A frame takes no port where the browser names another ancestor than the sender',
    file: 'src/web/shared/embed/host-link.ts',
    replace: '&& ancestor === origin;',
    by: '&& ancestor !== undefined;',
  },
  {
    rule: 'A frame takes a port from its parent only',
    file: 'src/web/shared/embed/host-link.ts',
    replace: 'event.source !== frame.parent || ',
    by: '',
  },
  {
    rule: 'A frame takes a port for its own nonce only',
    file: 'src/web/shared/embed/host-link.ts',
    replace: ' || data.nonce !== nonce',
    by: '',
  },
  {
    rule: 'A frame takes one port, and one only',
    file: 'src/web/shared/embed/host-link.ts',
    replace: `      frame.removeEventListener('message', onMessage);
`,
    by: '',
  },
  {
    rule: 'A frame ignores what its protocol does not know',
    file: 'src/web/shared/embed/host-link.ts',
    replace: 'if (acceptMessage(hostMessages, data)) onMessage(data);',
    by: "if (typeof data === 'object' && data !== null) onMessage(data as HostMessage);",
  },
];
