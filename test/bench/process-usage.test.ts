import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { describe, test } from 'node:test';
import { processUsage, treeUsage } from '../../bench/support/process-usage.ts';

const BURNED_MS = 300;
const BURN = `const end = process.cpuUsage().user + ${BURNED_MS * 1000}; while (process.cpuUsage().user < end);`;

describe('CPU of a process tree', () => {
  test('counts children that have ended, and a single process does not', () => {
    const before = { tree: treeUsage(process.pid).cpuMs, own: processUsage(process.pid).cpuMs };
    execFileSync(process.execPath, ['-e', BURN]);
    const tree = treeUsage(process.pid).cpuMs - before.tree;
    const own = processUsage(process.pid).cpuMs - before.own;
    assert.ok(tree - own >= BURNED_MS - 20, `${tree} ms and ${own} ms`);
  });

  test('reads resident memory', () => {
    const { rss } = process.memoryUsage();
    const { residentKb } = processUsage(process.pid);
    assert.ok(Math.abs(residentKb * 1024 - rss) < rss / 4, `${residentKb} KB and ${rss} bytes`);
  });

  test('refuses a process that does not exist', () => {
    assert.throws(() => processUsage(2 ** 30), /is gone/);
    assert.throws(() => treeUsage(2 ** 30), /is gone/);
  });
});
