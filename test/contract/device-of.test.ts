import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { deviceOf } from '#contract/devices/device-of.ts';

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)';
const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';

describe('the device that a User-Agent names', () => {
  for (const [userAgent, browser, system] of [
    ['Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0', 'Firefox', 'Linux'],
    [
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/156.0.0.0 Safari/537.36`,
      'Chrome',
      'Windows',
    ],
    [
      `Mozilla/5.0 (Windows NT 10.0) ${webkit} Chrome/156.0.0.0 Safari/537.36 Edg/156.0.0.0`,
      'Edge',
      'Windows',
    ],
    [`${mac} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Safari/605.1.15`, 'Safari', 'Mac'],
    [`${mac} ${webkit} Chrome/156.0.0.0 Safari/537.36 OPR/130.0.0.0`, 'Opera', 'Mac'],
    [`${phone} Version/19.1 Mobile/15E148 Safari/604.1`, 'Safari', 'iPhone'],
    [`${phone} CriOS/156.0.0.0 Mobile/15E148 Safari/604.1`, 'Chrome', 'iPhone'],
    [`${phone} FxiOS/150.0 Mobile/15E148 Safari/604.1`, 'Firefox', 'iPhone'],
    [
      `Mozilla/5.0 (Linux; Android 16; K) ${webkit} Chrome/156.0.0.0 Mobile Safari/537.36`,
      'Chrome',
      'Android',
    ],
    [
      `Mozilla/5.0 (Linux; Android 16; SM) ${webkit} SamsungBrowser/30.0 Chrome/150.0.0.0 Mobile Safari/537.36`,
      'Samsung Internet',
      'Android',
    ],
    [
      `Mozilla/5.0 (X11; CrOS x86_64 16093.0.0) ${webkit} Chrome/156.0.0.0 Safari/537.36`,
      'Chrome',
      'ChromeOS',
    ],
    ['curl/8.15.0', null, null],
    [null, null, null],
  ] as const) {
    test(`${browser} on ${system}: ${userAgent?.slice(0, 60)}`, () =>
      assert.deepEqual(deviceOf(userAgent), { browser, system }));
  }
});
