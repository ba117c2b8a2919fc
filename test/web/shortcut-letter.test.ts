import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shortcutLetter } from '#web/shared/shortcut-letter.ts';

test('a shortcut means the letter on the key, and where that is not Latin the one in its place', () => {
  assert.equal(shortcutLetter({ key: 'K', code: 'KeyK' }), 'k');
  assert.equal(shortcutLetter({ key: 'л', code: 'KeyK' }), 'k');
  assert.equal(shortcutLetter({ key: 'ن', code: 'KeyK' }), 'k');
  // Dvorak has its K where others have V, and a period where others have E.
  assert.equal(shortcutLetter({ key: 'k', code: 'KeyV' }), 'k');
  assert.equal(shortcutLetter({ key: '.', code: 'KeyE' }), '.');
  assert.equal(shortcutLetter({ key: 'Escape', code: 'Escape' }), 'escape');
});
