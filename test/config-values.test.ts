import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readConfig } from '#config';
import type { Break } from '#test/break.ts';
import { configErrorOf } from '#test/reading/config-error.ts';

describe('a value of the configuration', () => {
  it('that is a number has digits only, and lies within its bounds', () => {
    for (const PORT of ['1', '65535']) assert.equal(readConfig({ PORT }).port, Number(PORT));
    for (const PORT of ['0', '65536', '-1', '+80', '8e3', '0x50', '80.0', ' 80', '80 ', 'Infinity', '٨٠']) {
      assert.match(configErrorOf({ PORT }).message, /PORT must be a whole number from 1 to 65535/, PORT);
    }
  });

  it('that names roles names one at least', () => {
    for (const PARLEY_ROLES of [',', ' , '])
      assert.match(configErrorOf({ PARLEY_ROLES }).message, /PARLEY_ROLES must name at least one role/);
  });

  it('that is listened at is an address, and no name of one', () => {
    for (const PARLEY_METRICS of ['127.0.0.1:9464', '[::1]:9464', 'localhost:65535'])
      assert.doesNotThrow(() => readConfig({ PARLEY_METRICS }), PARLEY_METRICS);
    for (const PARLEY_METRICS of ['example.com:9464', '127.0.0.1', '127.0.0.1:0', '127.0.0.1:65536', ':9464'])
      assert.match(configErrorOf({ PARLEY_METRICS }).message, /PARLEY_METRICS must be an IP address/);
  });

  it('that lists networks has addresses with a prefix that can be', () => {
    const good = ['10.0.0.0/8', '10.0.0.1', '10.0.0.1/32', '::1', '2001:db8::/32', '::/128'];
    assert.deepEqual(readConfig({ PARLEY_TRUSTED_PROXIES: good.join(', ') }).trustedProxies, good);
    const bad = [
      '10.0.0.0/33',
      '::/129',
      '10.0.0/8',
      '10.0.0.0/',
      '10.0.0.0/8/8',
      '10.0.0.0/-1',
      'proxy',
      '*',
    ];
    for (const PARLEY_TRUSTED_PROXIES of bad) {
      const { message } = configErrorOf({ PARLEY_TRUSTED_PROXIES });
      assert.match(
        message,
        /PARLEY_TRUSTED_PROXIES must list IP addresses or networks/,
        PARLEY_TRUSTED_PROXIES,
      );
    }
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'A number of the configuration is a whole one within its bounds',
    file: 'src/config/parsers.ts',
    replace: 'if (/^\\d+$/.test(text) && number >= least && number <= most) return number;',
    by: 'if (number >= least && number <= most) return number;',
  },
  {
    rule: 'A network of the configuration has a prefix that can be',
    file: 'src/config/parsers.ts',
    replace: 'Number(prefix) > (family === 4 ? 32 : 128)) return false;',
    by: 'Number(prefix) > 128) return false;',
  },
  {
    rule: 'A process has a role',
    file: 'src/config/parsers.ts',
    replace: "  if (named.length === 0) throw new ConfigProblem('must name at least one role');\n",
    by: '',
  },
  {
    rule: 'Metrics are listened for at an address',
    file: 'src/config/parsers.ts',
    replace: "isIP(host ?? '') !== 0 || host === 'localhost'",
    by: 'host !== undefined',
  },
  {
    rule: 'Metrics are listened for at a port that can be',
    file: 'src/config/parsers.ts',
    replace: ' && Number(port) >= 1 && Number(port) <= 65_535',
    by: ' && Number(port) <= 99_999',
  },
];
