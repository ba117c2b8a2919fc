import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { searchableText } from '#core/knowledge/searchable-text.ts';
import type { Break } from '#test/break.ts';

const wordsOf = (text: string) => searchableText(text).split(/\s+/).filter(Boolean);

describe('Words that are found', () => {
  it('are parted where their script writes no spaces', () => {
    assert.deepEqual(wordsOf('我们的价格是多少'), ['我们', '的', '价格', '是', '多少']);
    assert.ok(wordsOf('東京の天気を教えて').includes('天気'));
    assert.ok(wordsOf('ราคาเท่าไหร่').length > 1);
    assert.deepEqual(wordsOf('用Parley回答'), ['用', 'Parley', '回答']);
  });

  it('stay as they are in other scripts', () => {
    for (const text of ['How do I pay?', 'Größe ändern', 'كم السعر', '얼마예요', 'don’t']) {
      assert.equal(searchableText(text), text);
    }
  });

  it('are parted in a path, an address and a name of code, and numbers are not', () => {
    const text = 'POST /v1/stream at api.example.com, Parley.update, model=gpt, 1.5 or 1:30.';
    assert.deepEqual(wordsOf(text), [
      ...['POST', 'v1', 'stream', 'at', 'api', 'example', 'com,', 'Parley', 'update,', 'model', 'gpt,'],
      ...['1.5', 'or', '1:30.'],
    ]);
  });

  it('are parted by what PostgreSQL cannot read', () => {
    assert.equal(searchableText('a\0b'), 'a b');
    assert.deepEqual(wordsOf('<script src="a.js">'), ['script', 'src="a', 'js"']);
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'The words of a path are found one by one',
    file: 'src/core/knowledge/searchable-text.ts',
    replace: ".replace(joints, ' ')",
    by: '',
  },
  {
    rule: 'Words are parted where their script writes no spaces',
    file: 'src/core/knowledge/searchable-text.ts',
    replace: ".map(({ segment }) => segment).join(' ')",
    by: ".map(({ segment }) => segment).join('')",
  },
];
