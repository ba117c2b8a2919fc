import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { configurationOf } from '#core/knowledge/guess-language.ts';
import type { Break } from '#test/break.ts';

describe('The language of a document', () => {
  const meant: Readonly<Record<string, string | null>> = {
    german: 'german',
    de: 'german',
    'de-AT': 'german',
    'pt-br': 'portuguese',
    simple: 'simple',
    // Languages without a configuration.
    zh: 'simple',
    pl: 'simple',
    German: null,
    klingon: null,
    xx: null,
    '': null,
    constructor: null,
  };
  for (const [sent, configuration] of Object.entries(meant)) {
    it(`is ${configuration ?? 'unknown'} by the name ${JSON.stringify(sent)}`, () => {
      assert.equal(configurationOf(sent), configuration);
    });
  }
});

export const breaks: readonly Break[] = [
  {
    rule: 'A language that does not exist is unknown',
    file: 'src/core/knowledge/guess-language.ts',
    replace: '|| languageNames.of(code) === undefined',
    by: '',
  },
  {
    rule: 'A language may have a region',
    file: 'src/core/knowledge/guess-language.ts',
    replace: ".toLowerCase().split('-')",
    by: ".toLowerCase().split('/')",
  },
];
