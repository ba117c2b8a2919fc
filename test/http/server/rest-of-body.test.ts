import assert from 'node:assert/strict';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import { limitRestOfBody } from '#http/server/rest-of-body.ts';
import type { Break } from '#test/break.ts';

describe('the rest of a body whose response was sent', () => {
  let socket: Socket;
  let now = 0;
  beforeEach(() => {
    now = 0;
    mock.timers.enable({ apis: ['setInterval'] });
    mock.method(performance, 'now', () => now);
    socket = new Socket();
    limitRestOfBody(new IncomingMessage(socket));
  });
  afterEach(() => {
    socket.destroy();
    mock.timers.reset();
    mock.restoreAll();
  });

  const pass = (ms: number) => {
    for (let passed = 0; passed < ms; passed += 50) {
      now += 50;
      mock.timers.tick(50);
    }
  };

  it('is read for five seconds', () => {
    pass(5_000);
    assert.ok(!socket.destroyed);
    pass(50);
    assert.ok(socket.destroyed);
  });

  it('is read on where the process stood still', () => {
    now += 60_000;
    pass(5_000);
    assert.ok(!socket.destroyed);
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'A process that stood still does not cut a body that it has not read yet',
    file: 'src/http/server/rest-of-body.ts',
    replace: 'checks > maxChecks',
    by: 'performance.now() > 5_000',
  },
];
