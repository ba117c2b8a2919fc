import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { checkEmail, normalizeEmail, storedForms } from '#core/clients/email.ts';
import { ParleyError } from '#core/errors.ts';
import type { Break } from '#test/break.ts';

function isRefused(email: string): boolean {
  try {
    checkEmail(email, '/email');
    return false;
  } catch (error) {
    assert.ok(error instanceof ParleyError && error.code === 'validation_error');
    return true;
  }
}

describe('email addresses', () => {
  test('an address is stored in lower case', () => {
    assert.equal(checkEmail(' Ada.L+chat@Example.COM ', '/email'), 'ada.l+chat@example.com');
    assert.equal(checkEmail('ada@localhost', '/email'), 'ada@localhost');
    assert.equal(checkEmail('jörg@example.com', '/email'), 'jörg@example.com');
  });

  test('what a mail program reads as something else than a name is refused', () => {
    for (const sign of ['(', ')', '[', ']', '\\', '<', '>', '"', ',', ';', ':']) {
      assert.ok(isRefused(`a${sign}b@v.example`), `${sign} before the @`);
      assert.ok(isRefused(`a@v.example${sign}x`), `${sign} after the @`);
    }
    for (const sign of ['/', '?', '#', '%2e']) {
      assert.ok(isRefused(`a@v${sign}.example`), `${sign} in the domain`);
      assert.ok(isRefused(`a@vü${sign}.example`), `${sign} in a domain that is converted`);
    }
  });

  test('what nobody sees is refused', () => {
    for (const sign of [
      '\u00ad',
      '\u200b',
      '\u200e',
      '\u202e',
      '\u2060',
      '\ufeff',
      '\u034f',
      '\u3164',
      '\ufe0f',
    ]) {
      assert.ok(isRefused(`a${sign}b@v.example`), `${sign.codePointAt(0)?.toString(16)} before the @`);
      assert.ok(isRefused(`a@v${sign}v.example`), `${sign.codePointAt(0)?.toString(16)} after the @`);
    }
    assert.ok(isRefused('a\ud800@v.example'));
  });

  test('what stands for a character that could not be read is refused', () => {
    assert.ok(isRefused('a\ufffdb@v.example'));
    assert.ok(isRefused('a@v\ufffd.example'));
  });

  test('a domain is stored in ASCII, as emails are sent to it', () => {
    assert.equal(checkEmail('a@v\u3002example', '/email'), 'a@v.example');
    assert.equal(checkEmail('a@ｖ.ＥＸＡＭＰＬＥ', '/email'), 'a@v.example');
    assert.equal(checkEmail('a@Bücher.example', '/email'), 'a@xn--bcher-kva.example');
    assert.equal(normalizeEmail('a@bücher.example'), normalizeEmail('a@xn--bcher-kva.example'));
  });

  test('a person whose domain an earlier release stored as it was typed is found', () => {
    assert.deepEqual(storedForms(normalizeEmail('a@bücher.example')), [
      'a@xn--bcher-kva.example',
      'a@bücher.example',
    ]);
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'an address that mail programs read a comment or a literal out of is refused',
    file: 'src/core/clients/email.ts',
    replace: '<>()[\\]\\\\",;:]+$/u',
    by: '<>",;:]+$/u',
  },
  {
    rule: 'an address with invisible characters is refused',
    file: 'src/core/clients/email.ts',
    replace: '\\p{Cf}\\p{Cs}\\p{Default_Ignorable_Code_Point}<>',
    by: '\\p{Cs}<>',
  },
  {
    rule: 'no address contains what takes the place of a control character in a path',
    file: 'src/core/clients/email.ts',
    replace: '[^\\s\\ufffd@',
    by: '[^\\s@',
  },
  {
    rule: 'the domain of an address is stored in ASCII',
    file: 'src/core/clients/email.ts',
    replace: '(domainToASCII(name) || name)',
    by: 'name',
  },
  {
    rule: 'a domain is what it says whole, not what is left of it before a slash',
    file: 'src/core/clients/email.ts',
    replace: '^[^\\s/?#@:%\\\\',
    by: '^[^\\s@:\\\\',
  },
];
