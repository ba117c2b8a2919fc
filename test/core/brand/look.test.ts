import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { contrast, parseColor, textOn } from '#contract/brand/contrast.ts';
import { lookProperties } from '#contract/brand/look.ts';
import { readableAccent } from '#contract/brand/readable-accent.ts';
import { plainBrand } from '#core/brand/brand.ts';
import { themeStyles } from '#core/brand/present-brand.ts';
import type { Break } from '#test/break.ts';

const colors = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, '0')}`);

test('text in every accent has 4.5:1 in both themes', () => {
  fc.assert(
    fc.property(colors, (accent) => {
      const { light, dark } = readableAccent(accent);
      for (const ground of [[0xff, 0xff, 0xff] as const, [0xf0, 0xf0, 0xee] as const]) {
        assert.ok(contrast(parseColor(light), ground) >= 4.5, light);
      }
      for (const ground of [[0x14, 0x16, 0x19] as const, [0x2b, 0x2e, 0x33] as const]) {
        assert.ok(contrast(parseColor(dark), ground) >= 4.5, dark);
      }
    }),
    { seed: 20_261_121 },
  );
});

test('an accent that is readable stays as it is', () => {
  assert.equal(readableAccent('#00507a').light, '#00507a');
  assert.equal(readableAccent('#9fd0ff').dark, '#9fd0ff');
});

test('a fill keeps its colour, and its text is white or black with 4.5:1', () => {
  fc.assert(
    fc.property(colors, (accent) => {
      const look = lookProperties({ ...plainBrand, accent }, 'dark');
      const text = look['--on-accent'];
      assert.equal(look['--accent-fill'], accent);
      assert.ok(text === '#fff' || text === '#000');
      const rgb = text === '#fff' ? ([255, 255, 255] as const) : ([0, 0, 0] as const);
      assert.ok(contrast(parseColor(accent), rgb) >= 4.5, accent);
    }),
    { seed: 20_261_121 },
  );
  assert.equal(textOn('#ffd400'), '#000');
  assert.equal(textOn('#0b3d91'), '#fff');
});

test('what a tenant has not chosen replaces nothing', () => {
  assert.equal(themeStyles(plainBrand), '');
  assert.equal(
    themeStyles({ ...plainBrand, radius: 'square' }).split('\n')[0],
    ':root { --radius-small: 0.125rem; --radius: 0.125rem; --radius-large: 0.25rem; }',
  );
});

test('contrast is that of WCAG', () => {
  assert.equal(contrast([0, 0, 0], [255, 255, 255]), 21);
  assert.equal(contrast(parseColor('#777777'), [255, 255, 255]).toFixed(2), '4.48');
});

export const breaks: readonly Break[] = [
  {
    rule: 'A fill has the accent as it is',
    file: 'src/contract/brand/look.ts',
    replace: "'--accent-fill': accent,",
    by: "'--accent-fill': readableAccent(accent)[theme],",
  },
  {
    rule: 'The text on the accent is readable',
    file: 'src/contract/brand/contrast.ts',
    replace: "< readableRatio ? '#000' : '#fff'",
    by: "< 0 ? '#000' : '#fff'",
  },
];
