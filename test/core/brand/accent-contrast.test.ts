import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { contrast, parseColor } from '#contract/brand/contrast.ts';
import { readableAccent } from '#core/brand/accent-contrast.ts';

const colors = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, '0')}`);

test('text in every accent has 4.5:1 in both themes', () => {
  fc.assert(
    fc.property(colors, (accent) => {
      const { light, dark } = readableAccent(accent);
      assert.ok(contrast(parseColor(light), [0xff, 0xff, 0xff]) >= 4.5, light);
      assert.ok(contrast(parseColor(dark), [0x1c, 0x1e, 0x21]) >= 4.5, dark);
    }),
  );
});

test('an accent that is readable stays as it is', () => {
  assert.equal(readableAccent('#00507a').light, '#00507a');
  assert.equal(readableAccent('#9fd0ff').dark, '#9fd0ff');
});

test('contrast is that of WCAG', () => {
  assert.equal(contrast([0, 0, 0], [255, 255, 255]), 21);
  assert.equal(contrast(parseColor('#777777'), [255, 255, 255]).toFixed(2), '4.48');
});
