import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Break } from '#test/break.ts';
import { openToolWorld } from '#test/tools/tool-world.ts';
import type { JobCaller } from '#test/world/job-caller.ts';
import { median, quantile } from '../../bench/support/statistics.ts';

const calls = 200;
const requests = 100;
const rounds = 5;
/** The goal is 1.1, which a machine that is busy with something else cannot show. */
const most = 2;

describe('A tool server that does not answer', () => {
  it('keeps nobody else waiting, however many calls hang', { timeout: 600_000 }, async (t) => {
    await using world = await openToolWorld();
    const service = await world.start();
    const caller = await world.caller(service);
    const other = await world.caller(service);
    // The longest that an approval allows.
    await world.database.query('update tools set timeout_ms = 30000');
    await p95OfFirstText(other);
    const quiet: number[] = [];
    const beside: number[] = [];
    for (let round = 0; round < rounds; round++) {
      quiet.push(await p95OfFirstText(other));
      const resume = world.shop.hold();
      const before = world.shop.requests().length;
      const answers = Array.from({ length: calls }, (_, nth) => askForOrders(caller.as(`user-${nth}`)));
      await world.shop.until(before + calls);
      beside.push(await p95OfFirstText(other));
      resume();
      for (const text of await Promise.all(answers)) assert.match(text, /Order 7/);
    }
    const ratio = median(beside) / median(quiet);
    t.diagnostic(
      `p95 of the first text of others with ${calls} hanging calls: ${median(beside).toFixed(2)} ms, ` +
        `without ${median(quiet).toFixed(2)} ms: ${ratio.toFixed(2)} x`,
    );
    assert.ok(ratio <= most, `${ratio} x`);
  });
});

async function askForOrders(caller: JobCaller): Promise<string> {
  const response = await caller.send('/stream', { prompt: '[[tool:shop_find_orders {"status":"open"}]]' });
  return response.text();
}

async function p95OfFirstText(caller: JobCaller): Promise<number> {
  const times: number[] = [];
  for (let nth = 0; nth < requests; nth++) {
    const gone = new AbortController();
    const sentAt = performance.now();
    // The head waits for the first text.
    await caller.send('/stream', {}, {}, gone.signal);
    times.push(performance.now() - sentAt);
    gone.abort();
  }
  return quantile(times, 0.95);
}

export const breaks: readonly Break[] = [
  {
    rule: 'A call to a tool server that hangs occupies nothing that others need',
    file: 'src/core/turn/steps/send-calls.ts',
    replace:
      '  const { outcome, text, bytes } = await calls.call(request, AbortSignal.any([signal, time]));\n',
    by: `  const busy = setInterval(() => { for (const end = performance.now() + 1; performance.now() < end; ); }, 50);
  const { outcome, text, bytes } = await calls.call(request, AbortSignal.any([signal, time]));
  clearInterval(busy);
`,
  },
];
