import assert from 'node:assert/strict';
import { syncBuiltinESMExports } from 'node:module';
import { afterEach, beforeEach } from 'node:test';

/**
 * Imported before the files of a test process: a test that asserts nothing fails. Waiting for a page is no assertion,
 * because the test does not say what would be wrong. Of tests that run side by side, one may pass by an assertion of
 * another; none fails by one.
 */
let assertions = 0;
const before = new Map<string, number>();

beforeEach((test) => {
  before.set(test.fullName, assertions);
});

afterEach((test) => {
  if (assertions === before.get(test.fullName)) throw new Error(`Asserts nothing: ${test.fullName}`);
});

const functions = Object.entries(assert).filter(([name]) => /^[a-z]/.test(name));
for (const [name, check] of functions) {
  if (typeof check !== 'function') continue;
  Object.defineProperty(assert, name, {
    configurable: true,
    value: (...given: readonly unknown[]) => {
      assertions++;
      return Reflect.apply(check, assert, given);
    },
  });
}
syncBuiltinESMExports();

// Counted where it is read: a wrapper would stand between an assertion and the line that its message quotes.
for (const [name, check] of functions) {
  Object.defineProperty(assert, name, {
    get() {
      assertions++;
      return check;
    },
  });
}
