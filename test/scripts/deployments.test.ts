import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { readConfig } from '#config';

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

  test('wait for longer than the service drains', () => {
    const drainSeconds = readConfig({}).limits.drainMs / 1_000;
    assert.ok(Number(/stop_grace_period: (\d+)s/.exec(read('compose.yaml'))?.[1]) >= drainSeconds + 10);
    assert.equal(Number(/^drainSeconds: (\d+)/m.exec(read('helm/parley/values.yaml'))?.[1]), drainSeconds);
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
