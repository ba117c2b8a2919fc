import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { describe, test } from 'node:test';
import { CaseProcesses } from '../../bench/support/case-processes.ts';
import { runLanes } from '../../bench/support/lanes.ts';

describe('a run of the bench', () => {
  test('continues after a case that breaks, and names it', async () => {
    const ran: string[] = [];
    const failed = await runLanes([['p1', 'p2', 'p3'], ['p19']], async (id) => {
      ran.push(id);
      if (id === 'p2') throw new Error('a server did not start');
    });
    assert.deepEqual([ran.toSorted(), failed], [['p1', 'p19', 'p2', 'p3'], ['p2']]);
  });

  for (const [what, afterStart, limitMs, message] of [
    ['breaks without being caught', 'Promise.reject(new Error())', 60_000, /ended with 1/],
    ['does not end', '{}', 4_000, /ended after 4 seconds/],
  ] as const)
    test(`ends the servers of a case that ${what}`, { timeout: 60_000 }, async () => {
      const server = createServer().listen(0, '127.0.0.1');
      await once(server, 'listening');
      const connected = greetBoth(server);
      const running = new CaseProcesses().runToEnd(['-e', caseWithServer(server, afterStart)], limitMs);
      await assert.rejects(running, message);
      assert.equal(connected.length, 2);
      // Emitted once both have gone.
      const closed = once(server, 'close');
      server.close();
      await closed;
    });
});

/** A program that connects, as does another one that it starts; it goes on when both have. */
function caseWithServer(server: Server, afterStart: string): string {
  const address = server.address();
  assert.ok(address !== null && typeof address === 'object');
  const connect = `require('net').connect(${address.port}, '127.0.0.1')`;
  return `require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(connect)}]);
    ${connect}.on('data', () => ${afterStart})`;
}

function greetBoth(server: Server): readonly Socket[] {
  const sockets: Socket[] = [];
  server.on('connection', (socket: Socket) => {
    sockets.push(socket.resume().on('error', () => {}));
    if (sockets.length === 2) for (const each of sockets) each.write('hello');
  });
  return sockets;
}
