import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { buffer } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { createDeflate, deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { ChildDocumentReader } from '#adapters/reading/child-document-reader.ts';
import { type DocumentMediaType, unreadableReasons } from '#contract/knowledge/documents.ts';
import type { Break } from '#test/break.ts';
import { makeDocx, paragraph, table } from '#test/documents/make-docx.ts';
import { joinObjects, makePdf } from '#test/documents/make-pdf.ts';
import { readingPrograms } from '#test/documents/reading-programs.ts';

const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const megabyte = 1024 * 1024;
const reader = new ChildDocumentReader();
const read = (mediaType: DocumentMediaType, bytes: Uint8Array) =>
  reader.read({ mediaType, bytes, sender: 'acme' });

interface Hostile {
  readonly name: string;
  readonly mediaType: DocumentMediaType;
  readonly make: () => Promise<Uint8Array> | Uint8Array;
  /** Whether there is a text to find. */
  readonly mayHaveText: boolean;
}

const hostile: readonly Hostile[] = [
  {
    name: 'an archive of 64 MB of markup',
    mediaType: word,
    make: () => makeDocx(paragraph('text').repeat(1_000), { 'word/comments.xml': ' '.repeat(64 * megabyte) }),
    mayHaveText: false,
  },
  { name: 'a page of 1 GB, packed twice', mediaType: 'application/pdf', make: pdfBomb, mayHaveText: false },
  {
    name: 'a PDF with a billion pages, all of them the same',
    mediaType: 'application/pdf',
    make: endlessPages,
    mayHaveText: false,
  },
  {
    name: 'a form that draws itself',
    mediaType: 'application/pdf',
    make: () =>
      joinObjects([
        '<< /Type /Catalog /Pages 2 0 R >>',
        '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
        '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R /Resources << /XObject << /A 5 0 R >> >> >>',
        '<< /Length 5 >>\nstream\n/A Do\nendstream',
        '<< /Type /XObject /Subtype /Form /BBox [0 0 9 9] /Length 11 /Resources << /XObject << /A 5 0 R >> >> >>\nstream\n/A Do /A Do\nendstream',
      ]),
    mayHaveText: false,
  },
  {
    name: '100,000 nested elements',
    mediaType: 'text/html',
    make: () => Buffer.from(`${'<div>'.repeat(100_000)}text`),
    mayHaveText: true,
  },
  {
    name: '100,000 nested elements of Word',
    mediaType: word,
    make: () =>
      makeDocx(`${'<w:sdt><w:sdtContent>'.repeat(50_000)}${'</w:sdtContent></w:sdt>'.repeat(50_000)}`),
    mayHaveText: false,
  },
  {
    name: 'formats that every paragraph opens again',
    mediaType: 'text/html',
    make: () => {
      const formats = Array.from({ length: 5_000 }, (_, nth) => `<b id=${nth}>`);
      return Buffer.from(`<p>${formats.join('')}${'</p><p>text'.repeat(20_000)}`);
    },
    mayHaveText: false,
  },
  {
    name: 'a megabyte of opened comments and fences',
    mediaType: 'text/markdown',
    make: () => Buffer.from('<!--\n```\n> # |-|-|\n'.repeat(50_000)),
    mayHaveText: true,
  },
  {
    name: 'a line of spaces',
    mediaType: 'text/plain',
    make: () => Buffer.alloc(4 * megabyte, ' '),
    mayHaveText: false,
  },
];

describe('A hostile document', () => {
  for (const { name, mediaType, make, mayHaveText } of hostile) {
    it(`ends the program that reads it, and moves nothing else: ${name}`, async () => {
      const bytes = await make();
      assert.ok(bytes.length <= 4 * megabyte, `${bytes.length} bytes`);
      const before = process.memoryUsage().rss;
      let peak = 0;
      using _watch = every(20, () => {
        peak = Math.max(peak, ...readingPrograms().map(residentMegabytes));
      });
      const delay = monitorEventLoopDelay({ resolution: 5 });
      const begunAt = performance.now();
      delay.enable();
      const outcome = await read(mediaType, bytes);
      delay.disable();
      const seconds = (performance.now() - begunAt) / 1_000;
      const grown = (process.memoryUsage().rss - before) / megabyte;
      const p99 = delay.percentile(99) / 1_000_000;
      const said = 'unreadable' in outcome ? outcome.unreadable : `${outcome.chunks.length} chunks`;
      console.log(
        `${name}: ${said} in ${seconds.toFixed(1)} s, ${grown.toFixed(1)} MB more, p99 ${p99.toFixed(1)} ms; it had ${peak.toFixed(0)} MB`,
      );
      if (!mayHaveText) assert.ok('unreadable' in outcome, said);
      assert.ok(seconds < 30 && grown < 100, `${seconds} s, ${grown} MB`);
      assert.ok(peak > 0 && peak < 1_000, `the program had ${peak} MB`);
      assert.deepEqual(readingPrograms(), []);
    });
  }
});

describe('A damaged document', () => {
  const whole: readonly (readonly [DocumentMediaType, Uint8Array])[] = [
    [
      'application/pdf',
      makePdf([
        [
          { text: 'Prices', size: 20, y: 700 },
          { text: 'The price is 10.', size: 10, y: 650 },
        ],
      ]),
    ],
    [word, makeDocx(paragraph('Prices', 1) + paragraph('The price is 10.') + table([['Plan', 'Price']]))],
    [
      'text/html',
      Buffer.from('<title>Prices</title><h1>Prices</h1><table><tr><td>10</table><pre>code</pre>'),
    ],
    ['text/markdown', Buffer.from('# Prices\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```\ncode\n```\n')],
  ];
  for (const [mediaType, bytes] of whole) {
    it(`is a text or a reason, whatever is changed in it: ${mediaType}`, async () => {
      const change = fc.record({ at: fc.nat(bytes.length - 1), to: fc.nat(255) });
      await fc.assert(
        fc.asyncProperty(
          fc.array(change, { minLength: 1, maxLength: 12 }),
          fc.nat(bytes.length),
          async (changes, end) => {
            const damaged = Buffer.from(bytes);
            for (const { at, to } of changes) damaged[at] = to;
            const outcome = await read(mediaType, end % 4 === 0 ? damaged.subarray(0, end) : damaged);
            if ('unreadable' in outcome) assert.ok(unreadableReasons.includes(outcome.unreadable));
            else assert.ok(outcome.chunks.length > 0);
          },
        ),
        { numRuns: 30, endOnFailure: true },
      );
    });
  }
});

function every(milliseconds: number, work: () => void): Disposable {
  const timer = setInterval(work, milliseconds);
  return { [Symbol.dispose]: () => clearInterval(timer) };
}

/** 0 when the process has ended. */
function residentMegabytes(pid: number): number {
  try {
    return Number(/^VmRSS:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024;
  } catch {
    return 0;
  }
}

async function pdfBomb(): Promise<Uint8Array> {
  const deflate = createDeflate({ level: 9 });
  const packed = buffer(deflate);
  const piece = Buffer.alloc(16 * megabyte, '(a) Tj ');
  for (let written = 0; written < 1_024; written += 16) {
    if (!deflate.write(piece)) await once(deflate, 'drain');
  }
  deflate.end();
  const content = deflateSync(await packed, { level: 9 });
  const stream = `<< /Length ${content.length} /Filter [/FlateDecode /FlateDecode] >>\nstream\n${content.toString('latin1')}\nendstream`;
  return joinObjects([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R /Resources << >> >>',
    stream,
  ]);
}

/** Each node of the tree has the next one eight times. */
function endlessPages(): Uint8Array {
  const depth = 10;
  const nodes = Array.from({ length: depth }, (_, nth) => {
    const kids = `${nth + 3} 0 R `.repeat(8);
    return `<< /Type /Pages ${nth === 0 ? '' : `/Parent ${nth + 1} 0 R`} /Kids [${kids}] /Count ${8 ** (depth - nth)} >>`;
  });
  const page = `<< /Type /Page /Parent ${depth + 1} 0 R /MediaBox [0 0 9 9] >>`;
  return joinObjects(['<< /Type /Catalog /Pages 2 0 R >>', ...nodes, page]);
}

export const breaks: readonly Break[] = [
  {
    rule: 'A reading program is killed when its memory grows',
    file: 'src/adapters/reading/run-reading-program.ts',
    replace: 'residentKilobytes(child.pid) > mostResidentKilobytes',
    by: 'residentKilobytes(child.pid) < 0',
  },
];
