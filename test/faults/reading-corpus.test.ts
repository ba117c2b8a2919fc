import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { ChildDocumentReader } from '#adapters/reading/child-document-reader.ts';
import type { DocumentMediaType } from '#contract/knowledge/documents.ts';
import { launchChromium } from '#test/browser/browser.ts';
import { makeDocx, paragraph } from '#test/documents/make-docx.ts';
import { textByPython, textOfChunks, wordDifference } from '#test/documents/words.ts';
import { findBrowser } from '../../scripts/browser.ts';
import { createSite } from '../../scripts/docs/create-site.ts';

const root = join(import.meta.dirname, '../..');
const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const reader = new ChildDocumentReader();
const mostDifferent = 0.05;

/** Pages of our documentation, which have code, tables and lists. */
const pages = createSite(root, '0.0.0').pages.map(({ title, html }) => ({
  name: title,
  markup: `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><body>${html}`,
}));

describe('Documents that others have made', () => {
  it('are read within 5 % of the words that Python finds in HTML', async () => {
    const installed = globSync('/usr/share/doc/**/*.html')
      .slice(0, 20)
      .map((path) => ({ name: path, markup: readFileSync(path, 'utf8') }));
    for (const { name, markup } of [...pages.slice(0, 20), ...installed]) {
      const bytes = Buffer.from(markup);
      await compare(name, 'text/html', bytes, textByPython('html', bytes));
    }
  });

  it('are read within 5 % of the words that Chromium shows and prints', async () => {
    const { executablePath, env } = await findBrowser();
    const chromium = await launchChromium(executablePath, env);
    try {
      const page = await chromium.newPage();
      for (const { name, markup } of pages.slice(0, 15)) {
        await page.setContent(markup);
        const shown = await page.evaluate('document.body.innerText');
        await compare(name, 'application/pdf', await page.pdf(), String(shown));
      }
    } finally {
      await chromium.close();
    }
  });

  it('are read within 5 % of the words that Python finds in documents of Word', async () => {
    for (const path of globSync('docs/*.md', { cwd: root }).sort().slice(0, 15)) {
      const lines = readFileSync(join(root, path), 'utf8')
        .split('\n')
        .filter((line) => line.trim() !== '');
      const body = lines.map((line) => {
        const [, signs = '', heading = ''] = /^(#{1,6}) (.*)/.exec(line) ?? [];
        return signs === '' ? paragraph(line) : paragraph(heading, signs.length);
      });
      const bytes = makeDocx(body.join(''));
      await compare(path, word, bytes, textByPython('docx', bytes));
    }
  });
});

async function compare(
  name: string,
  mediaType: DocumentMediaType,
  bytes: Uint8Array,
  judged: string,
): Promise<void> {
  const read = await reader.read({ mediaType, bytes, sender: 'acme' });
  if (judged.trim() === '') return assert.deepEqual(read, { unreadable: 'no_text' }, name);
  assert.ok('chunks' in read, `${name}: ${JSON.stringify(read)}`);
  const difference = wordDifference(textOfChunks(read.chunks), judged);
  console.log(`${mediaType.slice(-20)} ${name}: ${(100 * difference).toFixed(2)} %`);
  assert.ok(difference <= mostDifferent, `${name}: ${(100 * difference).toFixed(1)} % of the words differ`);
}
