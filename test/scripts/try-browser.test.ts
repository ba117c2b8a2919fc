import { match, rejects } from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { Break } from '#test/break.ts';
import { temporaryFolder } from '#test/database/embedded-folders.ts';
import { findBrowser, useNpmBrowser } from '../../scripts/browser.ts';
import { tryBrowser } from '../../scripts/testing/try-browser.ts';

describe('The browser of the tests', () => {
  test('draws text on a machine without fonts of its own', async () => {
    const browser = await useNpmBrowser(process.env);
    const fonts = await readFile(String(browser.env['FONTCONFIG_FILE']), 'utf8');
    const folders = Array.from(fonts.matchAll(/<dir>(.+)<\/dir>/g), ([, folder = '']) => folder);
    const own = folders.filter((folder) => !folder.startsWith('/usr/'));
    match(own.filter(existsSync).join(), /fonts$/, 'the fonts that were unpacked beside it');
    match(await tryBrowser(browser), /^\d+\./);
  });

  test('is refused in one sentence where it finds no font', async (t) => {
    const browser = await useNpmBrowser(process.env);
    const config = join(await temporaryFolder(t), 'fonts.conf');
    await writeFile(config, '<fontconfig><dir>/nowhere</dir></fontconfig>');
    const bare = { ...browser, env: { ...browser.env, FONTCONFIG_FILE: config } };
    await rejects(tryBrowser(bare), /^Error: The browser \(.+\) ends at a text field: [^\n]+$/);
  });

  test('is refused in one sentence where it does not start', async () => {
    const browser = { ...(await findBrowser()), executablePath: process.execPath };
    await rejects(tryBrowser(browser), /^Error: The browser \(.+\) does not start: [^\n]+$/);
  });
});

export const breaks: readonly Break[] = [
  {
    rule: "The tests' browser finds the fonts that come with it",
    file: 'scripts/unpack-chromium.ts',
    replace: "[join(folder, 'fonts'), '/usr/share/fonts'",
    by: "['/usr/share/fonts'",
  },
  {
    rule: 'The start of the tests types into a text field',
    file: 'scripts/testing/try-browser.ts',
    replace: 'await type(started).catch(',
    by: 'await Promise.resolve().catch(',
  },
];
