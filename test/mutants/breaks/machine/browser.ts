import type { Break } from '../../break.ts';

/** What the tests' browser needs on a machine that has nothing but Node. */
export const browserBreaks: readonly Break[] = [
  {
    rule: "The tests' browser finds the fonts that come with it",
    file: 'scripts/unpack-chromium.ts',
    replace: "[join(folder, 'fonts'), '/usr/share/fonts'",
    by: "['/usr/share/fonts'",
    tests: ['test/scripts/try-browser.test.ts'],
  },
  {
    rule: 'The start of the tests types into a text field',
    file: 'scripts/testing/try-browser.ts',
    replace: 'await type(started).catch(',
    by: 'await Promise.resolve().catch(',
    tests: ['test/scripts/try-browser.test.ts'],
  },
  {
    rule: 'A page that crashes ends its browser, and so every wait',
    file: 'test/support/machine/browser-end.ts',
    replace: 'void this.#browser.close();',
    by: '',
    tests: ['test/browser/browser-end.test.ts'],
  },
  {
    rule: 'A test after the end of its browser fails with the cause',
    file: 'test/support/browser/browser.ts',
    replace: '    this.#end.throwIfEnded();\n',
    by: '',
    tests: ['test/browser/browser-end.test.ts'],
  },
];
