import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csv } from '#contract/shared/csv.ts';
import type { Break } from '#test/break.ts';

test('rows end and cells are quoted as RFC 4180 has it', () => {
  assert.equal(
    csv([
      ['a', 1, ''],
      ['b,c', 'd"e', 'f\ng'],
    ]),
    'a,1,\r\n"b,c","d""e","f\ng"\r\n',
  );
  assert.equal(csv([['a\rb']]), '"a\rb"\r\n');
  assert.equal(csv([]), '');
});

test('no cell begins like a formula, and a number stays one', () => {
  for (const name of ['=1+1', '+1+1', '-1+cmd', '@SUM(A1)', '\t=1', '-2']) {
    assert.equal(csv([[name]]), `'${name}\r\n`, JSON.stringify(name));
  }
  assert.equal(csv([['\r=1']]), '"\'\r=1"\r\n');
  assert.equal(csv([['=cmd|"/c calc"!A1,x']]), '"\'=cmd|""/c calc""!A1,x"\r\n');
  assert.equal(csv([[-1, 0.5, 'a=b', 'a-1']]), '-1,0.5,a=b,a-1\r\n');
});

export const breaks: readonly Break[] = [
  {
    rule: 'A cell that begins with a minus is no formula',
    file: 'src/contract/shared/csv.ts',
    replace: '[=+\\-@',
    by: '[=+@',
  },
  {
    rule: 'A cell that begins with a carriage return is no formula',
    file: 'src/contract/shared/csv.ts',
    replace: '@\\t\\r]/.test(value)',
    by: '@\\t]/.test(value)',
  },
  {
    rule: 'A negative number stays a number',
    file: 'src/contract/shared/csv.ts',
    replace: "typeof value === 'string' && ",
    by: '',
  },
  {
    rule: 'Quotes in a cell are doubled',
    file: 'src/contract/shared/csv.ts',
    replace: "plain.replaceAll('\"', '\"\"')",
    by: 'plain',
  },
];
