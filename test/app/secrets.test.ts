import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createLog } from '#adapters/log.ts';
import { secretsOf } from '#app/secrets.ts';
import { readConfig } from '#config';
import type { Break } from '#test/break.ts';
import { makeFolder } from '#test/machine/make-folder.ts';

test('Keys and secret headers of providers never reach a log', (context) => {
  const folder = makeFolder('parley-config-');
  context.after(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'parley.json');
  const gateway = {
    id: 'gateway',
    wire: 'openai',
    api_key_env: 'GATEWAY_KEY',
    headers: { 'X-Title': 'Our chat', 'X-Access-Token': 'literal-hunter22' },
    headers_env: { 'X-Gateway': 'GATEWAY_VALUE' },
  };
  writeFileSync(path, JSON.stringify({ providers: [gateway] }));
  const config = readConfig({
    PARLEY_CONFIG: path,
    GATEWAY_KEY: 'key-hunter22',
    GATEWAY_VALUE: 'value-hunter22',
  });
  let written = '';
  const log = createLog({ secrets: secretsOf(config), destination: { write: (line) => (written += line) } });
  log.error({ sent: 'key-hunter22 value-hunter22 literal-hunter22, Our chat' }, 'A provider failed');
  assert.match(written, /\[secret\] \[secret\] \[secret\], Our chat/);
});

export const breaks: readonly Break[] = [
  {
    rule: 'The values of headers_env are kept out of the log',
    file: 'src/app/secrets.ts',
    replace: '[apiKey, ...Object.values(headers.secret)]',
    by: '[apiKey]',
  },
];
