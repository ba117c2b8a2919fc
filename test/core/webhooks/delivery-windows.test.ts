import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DeliveryWindows } from '#core/webhooks/delivery-windows.ts';
import type { Break } from '#test/break.ts';

describe('The deliveries that an endpoint takes at a time', () => {
  const open = () => new DeliveryWindows({ least: 4, most: 64 });

  function succeed(windows: DeliveryWindows, times: number, tookMs = 10): void {
    for (let time = 0; time < times; time += 1) windows.succeeded('a', tookMs, 0);
  }

  it('grow by one with each success, up to the most', () => {
    const windows = open();
    assert.deepEqual(windows.grown(0), []);
    succeed(windows, 4);
    assert.deepEqual(windows.grown(0), [{ webhookId: 'a', most: 8 }]);
    succeed(windows, 100);
    assert.deepEqual(windows.grown(0), [{ webhookId: 'a', most: 64 }]);
  });

  it('do not grow by successes that took a second', () => {
    const windows = open();
    succeed(windows, 10, 1_001);
    assert.deepEqual(windows.grown(0), []);
  });

  it('are the least again after a failure, and after a minute without any', () => {
    const windows = open();
    succeed(windows, 10);
    windows.failed('a');
    assert.deepEqual(windows.grown(0), []);
    succeed(windows, 1);
    assert.deepEqual(windows.grown(60_000), [{ webhookId: 'a', most: 5 }]);
    assert.deepEqual(windows.grown(60_001), []);
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'An endpoint that answers takes one more delivery at a time',
    file: 'src/core/webhooks/delivery-windows.ts',
    replace: 'Math.min(known + 1, this.#most)',
    by: 'Math.min(known, this.#most)',
  },
  {
    rule: 'An endpoint never takes more than the most',
    file: 'src/core/webhooks/delivery-windows.ts',
    replace: 'Math.min(known + 1, this.#most)',
    by: 'known + 1',
  },
  {
    rule: 'An endpoint that answers slowly is sent no more at a time',
    file: 'src/core/webhooks/delivery-windows.ts',
    replace: 'if (tookMs > quickMs) return;',
    by: '',
  },
];
