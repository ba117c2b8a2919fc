import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Break } from '#test/break.ts';
import { readSettings } from '../../src/sdk/settings.ts';

it('The client package waits and repeats as its documentation says, unless it is told otherwise', () => {
  const access = { token: 'session-token', tenantUrl: 'https://acme.example.com' };
  const told = { timeoutMs: 60_000, idleTimeoutMs: 45_000, maxRetries: 3, retryDelayMs: 500 };
  const own = { timeoutMs: 1, idleTimeoutMs: 2, maxRetries: 0, retryDelayMs: 0 };
  for (const [options, expected] of [
    [{}, told],
    [own, own],
  ] as const) {
    const { timeoutMs, idleTimeoutMs, maxRetries, retryDelayMs } = readSettings({ ...access, ...options });
    assert.deepEqual({ timeoutMs, idleTimeoutMs, maxRetries, retryDelayMs }, expected);
  }
});

export const breaks: readonly Break[] = [
  {
    rule: 'The client package waits a minute for the start of an answer',
    file: 'src/sdk/settings.ts',
    replace: 'options.timeoutMs ?? 60_000',
    by: 'options.timeoutMs ?? 600_000',
  },
  {
    rule: 'A stream that is silent for 45 seconds is dead to the client package',
    file: 'src/sdk/settings.ts',
    replace: 'options.idleTimeoutMs ?? 45_000',
    by: 'options.idleTimeoutMs ?? 450_000',
  },
  {
    rule: 'The client package repeats nothing where it is told not to',
    file: 'src/sdk/settings.ts',
    replace: 'options.maxRetries ?? 3',
    by: 'options.maxRetries || 3',
  },
  {
    rule: 'The client package pauses half a second before its first repeat',
    file: 'src/sdk/settings.ts',
    replace: 'options.retryDelayMs ?? 500',
    by: 'options.retryDelayMs ?? 5_000',
  },
];
