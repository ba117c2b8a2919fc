import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { ChildDocumentReader } from '#adapters/reading/child-document-reader.ts';
import type { DocumentMediaType } from '#contract/knowledge/documents.ts';
import { launchChromium } from '#test/browser/browser.ts';
import { docxByPandoc, textByDocx2txt, textByPandoc, textByPoppler } from '#test/documents/judges.ts';
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
const guides = globSync('docs/*.md', { cwd: root }).sort();

/** What a font has letters for that are drawn as others, or several as one. */
const scripts = [
  ['el', 'Η τιμή είναι δέκα ευρώ τον μήνα. Τα δέματα φτάνουν στη Νορβηγία σε εννέα ημέρες.'],
  ['ar', 'السعر عشرة يورو في الشهر. تصل الطرود إلى النرويج بعد تسعة أيام.'],
  ['ru', 'Цена составляет десять евро в месяц. Посылки в Норвегию идут девять дней.'],
  ['en', 'The office finds five difficult fields of flowers, and offers waffles afterwards.'],
] as const;

interface Judged {
  readonly name: string;
  readonly mediaType: DocumentMediaType;
  readonly bytes: Uint8Array;
  readonly text: string;
}

describe('Documents that others have made', () => {
  it('are read within 5 % of the words that Python and pandoc find in HTML', async (t) => {
    const installed = globSync('/usr/share/doc/**/*.html')
      .slice(0, 20)
      .map((path) => ({ name: path, markup: readFileSync(path, 'utf8') }));
    const judged = [...pages.slice(0, 20), ...installed].flatMap(({ name, markup }) => {
      const html = { name, mediaType: 'text/html', bytes: Buffer.from(markup) } as const;
      return [
        { ...html, text: textByPython('html', html.bytes) },
        // It reads what is said for a picture, which is not shown.
        {
          ...html,
          name: `${name}, pandoc`,
          text: textByPandoc('html', Buffer.from(markup.replaceAll(/<img\b[^>]*>/gi, ''))),
        },
      ];
    });
    await compare(t, judged);
  });

  it('are read within 5 % of the words that Chromium shows and poppler finds in what it prints', async (t) => {
    const { executablePath, env } = await findBrowser();
    const chromium = await launchChromium(executablePath, env);
    const judged: Judged[] = [];
    const pdf = { mediaType: 'application/pdf' } as const;
    try {
      const page = await chromium.newPage();
      const written = scripts.map(([lang, text]) => ({
        name: lang,
        markup: `<!doctype html><html lang="${lang}" dir="auto"><meta charset="utf-8"><body><p>${text}</p><p>${text}</p>`,
      }));
      for (const { name, markup } of [...written, ...pages.slice(0, 15)]) {
        await page.setContent(markup);
        const shown = String(await page.evaluate('document.body.innerText'));
        const bytes = await page.pdf();
        judged.push({ ...pdf, name, bytes, text: shown });
        judged.push({ ...pdf, name: `${name}, poppler`, bytes, text: textByPoppler(bytes) });
      }
    } finally {
      await chromium.close();
    }
    await compare(t, judged);
  });

  it('are read within 5 % of the words that poppler finds in manuals', async (t) => {
    const paths = globSync('/usr/share/doc/**/*.pdf{,.gz}');
    await compare(
      t,
      paths.map((path) => {
        const file = readFileSync(path);
        const bytes = path.endsWith('.gz') ? gunzipSync(file) : file;
        return { name: path, mediaType: 'application/pdf', bytes, text: textByPoppler(bytes) };
      }),
    );
  });

  it('are read within 5 % of the words that Python finds in documents of Word', async (t) => {
    const judged = guides.slice(0, 15).map((path) => {
      const lines = readFileSync(join(root, path), 'utf8')
        .split('\n')
        .filter((line) => line.trim() !== '');
      const body = lines.map((line) => {
        const [, signs = '', heading = ''] = /^(#{1,6}) (.*)/.exec(line) ?? [];
        return signs === '' ? paragraph(line) : paragraph(heading, signs.length);
      });
      const bytes = makeDocx(body.join(''));
      return { name: path, mediaType: word, bytes, text: textByPython('docx', bytes) } as const;
    });
    await compare(t, judged);
  });

  it('are read within 5 % of the words that docx2txt and pandoc find in those of pandoc', async (t) => {
    const judged = guides.slice(0, 20).flatMap((path): Judged[] => {
      const bytes = docxByPandoc(readFileSync(join(root, path), 'utf8'));
      return [
        { name: `${path}, docx2txt`, mediaType: word, bytes, text: textByDocx2txt(bytes) },
        { name: `${path}, pandoc`, mediaType: word, bytes, text: textByPandoc('docx', bytes) },
      ];
    });
    await compare(t, judged);
  });
});

/** All of them, so that one that differs does not hide the others. */
async function compare(t: TestContext, documents: readonly Judged[]): Promise<void> {
  assert.ok(documents.length > 0);
  const wrong: string[] = [];
  for (const { name, mediaType, bytes, text } of documents) {
    const read = await reader.read({ mediaType, bytes, sender: 'acme' });
    const ours = 'chunks' in read ? textOfChunks(read.chunks) : '';
    const difference = wordDifference(ours, text);
    const line = `${name}: ${(100 * difference).toFixed(2)} %`;
    t.diagnostic(line);
    if (difference > mostDifferent) wrong.push(line);
  }
  assert.deepEqual(wrong, []);
}
