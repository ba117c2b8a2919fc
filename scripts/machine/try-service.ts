import assert from 'node:assert/strict';
import { startProcess } from '../../test/support/world/process.ts';

/**
 * Runs on the machine under test: `npm start` as README has it, a first question with the printed key, a built page, and
 * a stop.
 */
const { HOME = '' } = process.env;
await using service = startProcess('npm', ['start'], { env: { HOME, npm_config_update_notifier: 'false' } });
const started = performance.now();
const [, key = ''] = await service.printed(/^ +(parley_sk_\S+)$/m);
console.log(`ready after ${((performance.now() - started) / 1_000).toFixed(1)} s`);

const response = await fetch('http://localhost:8080/v1/stream', {
  method: 'POST',
  headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
  body: JSON.stringify({ prompt: 'What is Parley?', context: { external_user_id: 'user-1' } }),
});
const answer = await response.text();
assert.equal(response.status, 200, answer);
assert.ok(answer.length > 20, answer);
console.log(`answered: ${answer.slice(0, 60).replaceAll('\n', ' ')}…`);

const page = await fetch('http://localhost:8080/docs');
assert.equal(page.status, 200, 'the pages are built');

service.kill('SIGTERM');
const { code } = await service.exited;
assert.equal(code, 0, service.stdout() + service.stderr());
assert.equal(service.stderr(), '', 'nothing is printed as an error');
