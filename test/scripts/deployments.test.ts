import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { readConfig, usualShutdownDelayMs } from '#config';
import type { Break } from '#test/break.ts';

const root = join(import.meta.dirname, '..', '..');
const deploy = join(root, 'deploy');

function read(name: string): string {
  return readFileSync(join(deploy, name), 'utf8');
}

describe('The files of deploy/', () => {
  test('name no setting that the service does not read', () => {
    const known = new Set(read('../.env.example').match(/\bPARLEY_[A-Z_]+\b/g));
    for (const path of globSync('**/*', { cwd: deploy, exclude: ['grafana/**', 'prometheus/**'] })) {
      if (!/\.(?:yaml|tpl|txt|service|example)$|file$/.test(path)) continue;
      for (const name of read(path).match(/\bPARLEY_[A-Z_]+\b/g) ?? [])
        assert.ok(known.has(name), `${path} sets ${name}`);
    }
  });

  test('give a stop the time of its defaults: the wait, the drain, and ten seconds to store what is left', () => {
    const [wait, drain] = [usualShutdownDelayMs, readConfig({}).limits.drainMs].map((ms) => ms / 1_000);
    assert.ok(wait !== undefined && drain !== undefined);
    const seconds = (file: string, pattern: RegExp) => Number(pattern.exec(read(file))?.[1]);
    for (const [file, pattern] of [
      ['compose.yaml', /stop_grace_period: \$\{STOP_GRACE_PERIOD:-(\d+)s\}/],
      ['compose.env.example', /^# STOP_GRACE_PERIOD=(\d+)s$/m],
      ['systemd/parley.service', /^TimeoutStopSec=(\d+)$/m],
      ['../docs/install-one-machine.md', /--stop-timeout (\d+)/],
    ] as const) {
      assert.ok(seconds(file, pattern) >= wait + drain + 10, file);
    }
    // The chart adds up itself: see scripts/shipping/test-chart.ts.
    assert.equal(seconds('helm/parley/values.yaml', /^drainSeconds: (\d+)/m), drain);
    const template = 'helm/parley/templates/deployments.yaml';
    assert.equal(seconds(template, /"PARLEY_SHUTDOWN_DELAY" \| toString \| default "(\d+)"/), wait);
  });

  test('run as one user without a shell, in the image and in the chart', () => {
    const image = read('Containerfile');
    assert.match(image, /^USER 10001:10001$/m);
    assert.match(
      image,
      /^ENTRYPOINT \["\/opt\/parley\/node_modules\/\.bin\/node", "\/opt\/parley\/bin\/parley\.js"\]$/m,
    );
    assert.match(image, /^ARG BASE=debian:trixie-slim$/m);
    assert.match(image, /PARLEY_DEMO=off/);
    assert.match(read('helm/parley/templates/_helpers.tpl'), /runAsUser: 10001\n.*\n.*\n/);
  });

  test('have the version of the service', () => {
    const { version }: { version: string } = JSON.parse(read('../package.json'));
    assert.match(
      read('helm/parley/Chart.yaml'),
      new RegExp(`^version: ${version}\nappVersion: ${version}$`, 'm'),
    );
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'Compose gives a stop the time of its defaults',
    file: 'deploy/compose.yaml',
    replace: 'STOP_GRACE_PERIOD:-45s',
    by: 'STOP_GRACE_PERIOD:-40s',
  },
  {
    rule: 'systemd gives a stop the time of its defaults',
    file: 'deploy/systemd/parley.service',
    replace: 'TimeoutStopSec=60',
    by: 'TimeoutStopSec=40',
  },
  {
    rule: 'The time that a stop may take follows the wait before the drain',
    file: 'src/config/limits.ts',
    replace: 'usualShutdownDelayMs = 2_000',
    by: 'usualShutdownDelayMs = 6_000',
  },
  {
    rule: 'The chart takes the same wait before the drain as the service',
    file: 'deploy/helm/parley/templates/deployments.yaml',
    replace: '| toString | default "2" | int',
    by: '| toString | default "1" | int',
  },
];
