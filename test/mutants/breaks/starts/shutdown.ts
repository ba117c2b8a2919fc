import type { Break } from '../../break.ts';

const shutdown = 'src/http/server/shutdown.ts';
const tests = ['test/flows/answers/shutdown.test.ts'];

/** What balancers and clients learn of a stop, and when. */
export const shutdownBreaks: readonly Break[] = [
  {
    rule: 'Health fails before a stop',
    file: 'src/http/handlers/health.ts',
    replace:
      'if (isStopping()) return send({ status: 503, body: presentStopping(version) }, reply);\n      if',
    by: 'if',
    tests,
  },
  {
    rule: 'An answer that begins after the signal closes its connection',
    file: shutdown,
    replace: 'if (this.#announced) askToClose(response);',
    by: '',
    tests,
  },
  {
    rule: 'An answer that was asked for before the signal, and begins after it, closes its connection',
    file: shutdown,
    replace: 'for (const response of this.#open) askToClose(response);',
    by: '',
    tests,
  },
  {
    rule: 'Connections that a client may still use stay open when no more are accepted',
    file: shutdown,
    replace: 'SocketServer.prototype.close.call(server);',
    by: 'server.close();',
    tests,
  },
  {
    rule: 'A connection that was promised stays open for a while after its last answer',
    file: shutdown,
    replace: 'response.shouldKeepAlive) this.#extendGrace(this.#graceMs);',
    by: 'response.shouldKeepAlive) this.#extendGrace(0);',
    tests,
  },
  {
    rule: 'A process that is not alone waits for balancers before it stops',
    file: 'src/app/create-http.ts',
    replace: 'processes > 1 ? shutdownDelayMs',
    by: 'processes > 9 ? shutdownDelayMs',
    tests,
  },
];
