import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { readConfig } from '#config';
import type { Break } from '#test/break.ts';
import { makeFolder } from '#test/machine/make-folder.ts';
import { trackReads, unknownVariables } from '../src/config/unknown-variables.ts';

describe('a variable that begins with PARLEY_ and has no effect', () => {
  it('is named, with the one that was probably meant', () => {
    const { notices } = readConfig({
      PARLEY_WORKER_SLOT: '3',
      PARLEY_DATABASE_URL: 'postgres://u:canary@h/d',
      PARLEY_SOMETHING_ELSE: '1',
      UNRELATED: '1',
    });
    assert.deepEqual(notices, [
      'PARLEY_DATABASE_URL is not a Parley setting and has no effect: did you mean DATABASE_URL?',
      'PARLEY_SOMETHING_ELSE is not a Parley setting and has no effect',
      'PARLEY_WORKER_SLOT is not a Parley setting and has no effect: did you mean PARLEY_WORKER_SLOTS?',
    ]);
  });

  it('is named with its heir when a release has renamed it', () => {
    const variables = [{ name: 'PARLEY_WORKER_SLOTS', formerNames: ['PARLEY_JOBS'] }];
    assert.deepEqual(unknownVariables(trackReads({ PARLEY_JOBS: '3' }), variables), [
      'PARLEY_JOBS is no longer read: it is now called PARLEY_WORKER_SLOTS',
    ]);
  });

  it('is none that the configuration file names, that Kubernetes sets, or that a partner keeps in the same shell', () => {
    const folder = makeFolder('parley-unknown-');
    const file = join(folder, 'config.json');
    const provider = {
      id: 'own',
      wire: 'openai',
      base_url: 'http://localhost:1/v1',
      api_key_env: 'PARLEY_OWN_KEY',
    };
    writeFileSync(file, JSON.stringify({ providers: [{ ...provider, models: [{ id: 'm' }] }] }));
    const { notices } = readConfig({
      PARLEY_CONFIG: file,
      PARLEY_OWN_KEY: 'k',
      PARLEY_SERVICE_HOST: '10.0.0.1',
      PARLEY_WEB_SERVICE_PORT_HTTP: '80',
      PARLEY_PORT: 'tcp://10.0.0.1:80',
      PARLEY_PORT_80_TCP_ADDR: '10.0.0.1',
      PARLEY_KEY: 'parley_sk_',
      PARLEY_URL: 'http://localhost:8080/v1',
      PARLEY_TENANT_URL: 'http://acme.localhost:8080',
      PARLEY_ROLES: 'api',
    });
    rmSync(folder, { recursive: true });
    assert.deepEqual(notices, []);
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'A variable that has no effect is named',
    file: 'src/config/unknown-variables.ts',
    replace: '.filter((name) => name.startsWith(prefix) && !names.has(name))',
    by: ".filter((name) => name.startsWith('-') && !names.has(name))",
  },
  {
    rule: 'a variable that the guides have partners set is none of the service',
    file: 'src/config/unknown-variables.ts',
    replace: "'PARLEY_URL', 'PARLEY_TENANT_URL'",
    by: "'PARLEY_URL'",
  },
];
