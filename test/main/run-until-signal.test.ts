import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startProcess } from '#test/world/process.ts';

const runUntilSignal = new URL('../../src/main/run-until-signal.ts', import.meta.url);

describe('the process of the service', () => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    it(`stops once on ${signal}, however often it comes, and exits with 0`, async () => {
      await using service = run(`{ [Symbol.asyncDispose]: slowly }`);
      await service.printed(/started/);
      service.kill(signal);
      await service.printed(/stopping/);
      service.kill(signal);
      service.kill('SIGTERM');
      service.kill('SIGUSR2');
      assert.deepEqual(await service.exited, { code: 0, signal: null });
      assert.deepEqual(service.stdout().trim().split('\n'), [
        'started',
        `Stopping ${signal}`,
        'stopping',
        'stopped',
        'Stopped',
      ]);
    });
  }

  it('stops after a signal that came before it had started', async () => {
    await using service = run(`(process.kill(process.pid, 'SIGTERM'), { [Symbol.asyncDispose]: slowly })`);
    assert.deepEqual(await service.exited, { code: 0, signal: null });
    assert.match(service.stdout(), /^started\n.*stopped\nStopped\n$/s);
  });

  it('exits with 1 when it cannot start', async () => {
    await using service = run(`fail('no database')`);
    assert.deepEqual(await service.exited, { code: 1, signal: null });
    assert.match(service.stdout(), /FATAL The service failed: no database/);
  });

  it('exits with 1 on an uncaught error', async () => {
    for (const bug of [`setImmediate(fail, 'a bug')`, `Promise.reject(new Error('a bug'))`]) {
      await using service = run(`(${bug}, { [Symbol.asyncDispose]: slowly })`);
      assert.deepEqual(await service.exited, { code: 1, signal: null });
      assert.match(service.stdout(), /FATAL A bug ended the process: a bug/);
    }
  });
});

/** The stop takes until SIGUSR2, so that other signals arrive during it. */
function run(service: string) {
  const program = `
    import { runUntilSignal } from '${runUntilSignal}';
    const fail = (message) => { throw new Error(message); };
    const released = new Promise((resolve) => process.on('SIGUSR2', resolve));
    const slowly = async () => {
      console.log('stopping');
      if (!early) await released;
      console.log('stopped');
    };
    const early = ${service.includes('process.kill')};
    const log = {
      info: (fields, message) => console.log([message, ...Object.values(fields)].join(' ')),
      fatal: (fields, message) => console.log('FATAL', message + ':', fields.error.message),
    };
    setInterval(() => {}, 60_000);
    process.exit(await runUntilSignal(async () => {
      const service = ${service};
      console.log('started');
      return service;
    }, log));`;
  return startProcess(process.execPath, ['--input-type=module', '-e', program]);
}
