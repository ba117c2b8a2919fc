import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { Break } from '#test/break.ts';

const root = join(import.meta.dirname, '..', '..');
const unit = readUnit(readFileSync(join(root, 'deploy', 'systemd', 'parley.service'), 'utf8'));

describe('The unit of systemd', () => {
  test('restarts the service whatever ended it, as often as necessary, but not with an invalid configuration', () => {
    assert.equal(unit.get('Service.Restart'), 'always');
    assert.ok(Number(unit.get('Service.RestartSec')) > 0);
    assert.equal(unit.get('Unit.StartLimitIntervalSec'), '0');
    assert.equal(unit.get('Service.RestartPreventExitStatus'), '2');
  });

  test('signals the service only, which stops its own PostgreSQL last', () => {
    assert.equal(unit.get('Service.KillMode'), 'mixed');
  });

  test('runs a program that is there, as a user of its own, with the settings that the command line reads', () => {
    const [program = '', script = '', command] = unit.get('Service.ExecStart')?.split(' ') ?? [];
    assert.ok(existsSync(program.replace('/opt/parley', root)), program);
    assert.ok(existsSync(join(root, script)), script);
    assert.equal(command, 'serve');
    assert.equal(unit.get('Service.User'), 'parley');
    assert.equal(unit.get('Service.EnvironmentFile'), '/etc/parley/parley.env');
  });

  test('gives the service nothing to write but its own folder, no capability and no new privilege', () => {
    const wanted = {
      StateDirectory: 'parley',
      ProtectSystem: 'strict',
      ProtectHome: 'true',
      PrivateTmp: 'true',
      PrivateDevices: 'true',
      NoNewPrivileges: 'true',
      CapabilityBoundingSet: '',
      RestrictNamespaces: 'true',
      RestrictAddressFamilies: 'AF_INET AF_INET6 AF_UNIX',
      SystemCallFilter: '@system-service',
      UMask: '0077',
    };
    for (const [name, value] of Object.entries(wanted))
      assert.equal(unit.get(`Service.${name}`), value, name);
    // V8 compiles at run time.
    assert.equal(unit.get('Service.MemoryDenyWriteExecute'), undefined);
  });
});

/** `Section.Name` and its value. */
function readUnit(text: string): ReadonlyMap<string, string> {
  const settings = new Map<string, string>();
  let section = '';
  for (const line of text.split('\n')) {
    const [, name] = /^\[(\w+)\]$/.exec(line) ?? [];
    if (name !== undefined) section = name;
    const [, key, value = ''] = /^(\w+)=(.*)$/.exec(line) ?? [];
    if (key !== undefined) settings.set(`${section}.${key}`, value);
  }
  return settings;
}

export const breaks: readonly Break[] = [
  {
    rule: 'systemd starts the service as often as it takes',
    file: 'deploy/systemd/parley.service',
    replace: 'StartLimitIntervalSec=0',
    by: 'StartLimitIntervalSec=60',
  },
];
