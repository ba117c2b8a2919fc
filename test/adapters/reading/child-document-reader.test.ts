import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { ChildDocumentReader } from '#adapters/reading/child-document-reader.ts';
import { readingFlags } from '#adapters/reading/run-reading-program.ts';
import type { DocumentMediaType } from '#contract/knowledge/documents.ts';
import type { Break } from '#test/break.ts';
import { makeDocx, paragraph } from '#test/documents/make-docx.ts';
import { makePdf } from '#test/documents/make-pdf.ts';
import { readingPrograms } from '#test/documents/reading-programs.ts';
import { until } from '#test/reading/until.ts';

const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const sent = (mediaType: DocumentMediaType, bytes: Uint8Array | string) => ({
  mediaType,
  bytes: Buffer.from(bytes),
  sender: 'acme',
});

describe('The reading program', () => {
  const documents = [
    sent('text/plain', 'The price is 10.'),
    sent('text/markdown', 'The price is 10.'),
    sent('text/html', '<p>The price is 10.'),
    sent('application/pdf', makePdf([[{ text: 'The price is 10.', size: 10, y: 700 }]])),
    sent(word, makeDocx(paragraph('The price is 10.'))),
  ];
  for (const document of documents) {
    it(`reads ${document.mediaType}`, async () => {
      assert.deepEqual(await new ChildDocumentReader().read(document), {
        title: null,
        chunks: [{ heading: '', body: 'The price is 10.' }],
      });
    });
  }

  it('reads and writes no other file, starts nothing, makes no code of a text, and has a small heap', () => {
    const tries = [
      "require('node:fs').readFileSync('/etc/passwd')",
      `require('node:fs').readdirSync(${JSON.stringify(join(import.meta.dirname, '../../..'))})`,
      `require('node:fs').writeFileSync(${JSON.stringify(join(tmpdir(), 'parley-reading'))}, '')`,
      "require('node:child_process').execFileSync('true')",
      "new (require('node:worker_threads').Worker)('', { eval: true })",
      "(0, eval)('1')",
      "new Function('return 1')",
    ];
    const script = `
      const outcome = (work) => { try { work(); return 'done'; } catch (error) { return error.code ?? error.name; } };
      const outcomes = [${tries.map((each) => `outcome(() => ${each})`).join()}];
      console.log(JSON.stringify([...outcomes, require('node:v8').getHeapStatistics().heap_size_limit]));`;
    const printed = execFileSync(process.execPath, [...readingFlags(), '--eval', script], {
      encoding: 'utf8',
    });
    const [heap, ...outcomes]: unknown[] = JSON.parse(printed).reverse();
    assert.deepEqual(outcomes, ['EvalError', 'EvalError', ...Array(5).fill('ERR_ACCESS_DENIED')]);
    assert.ok(Number(heap) < 320 * 1024 * 1024, `${heap} bytes`);
  });

  it('says why a document has no text', async () => {
    const reader = new ChildDocumentReader();
    assert.deepEqual(await reader.read(sent('text/plain', ' \n')), { unreadable: 'no_text' });
    assert.deepEqual(await reader.read(sent(word, 'no archive')), { unreadable: 'damaged' });
    assert.deepEqual(await reader.read(sent('text/plain', 'word '.repeat(300_000))), {
      unreadable: 'too_long',
    });
  });

  it('is killed after its time, for which the document is to blame', async () => {
    assert.deepEqual(await new ChildDocumentReader(1).read(sent('text/plain', 'text')), {
      unreadable: 'too_slow',
    });
    assert.deepEqual(readingPrograms(), []);
  });

  it('is killed when the sender has gone', async () => {
    const gone = new AbortController();
    const reading = new ChildDocumentReader().read(sent('text/plain', 'text'), gone.signal);
    gone.abort(new Error('gone'));
    await assert.rejects(reading, /gone/);
    assert.deepEqual(readingPrograms(), []);
  });

  it('is not the fault of the document when another kills it, and the next one is read', async () => {
    const reader = new ChildDocumentReader();
    const killed = reader.read(sent('text/plain', 'text'));
    const pid = await until(() => readingPrograms()[0]);
    assert.equal(readFileSync(`/proc/${pid}/environ`, 'utf8'), '', 'it has an environment');
    process.kill(pid, 'SIGKILL');
    await assert.rejects(killed, { code: 'unavailable', status: 503 });
    assert.deepEqual(await reader.read(sent('text/plain', 'text')), {
      title: null,
      chunks: [{ heading: '', body: 'text' }],
    });
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'A reading program has a small heap',
    file: 'src/adapters/reading/run-reading-program.ts',
    replace: '`--max-old-space-size=${heapMegabytes.old}`,',
    by: '',
  },
  {
    rule: 'A reading program has no rights',
    file: 'src/adapters/reading/run-reading-program.ts',
    replace: "'--permission',",
    by: '',
  },
  {
    rule: 'A reading program makes no code of a text',
    file: 'src/adapters/reading/run-reading-program.ts',
    replace: "'--disallow-code-generation-from-strings',",
    by: '',
  },
  {
    rule: 'A reading program has no environment',
    file: 'src/adapters/reading/run-reading-program.ts',
    replace: 'env: {},',
    by: "env: { LANG: 'C' },",
  },
  {
    rule: 'A reading program is killed after its time',
    file: 'src/adapters/reading/run-reading-program.ts',
    replace: 'if (limit !== null) return { unreadable: limit };',
    by: '',
  },
  {
    rule: 'A reading program that another has killed says nothing about the document',
    file: 'src/adapters/reading/run-reading-program.ts',
    replace: "return code === 0 ? { unreadable: 'damaged' } : null;",
    by: "return { unreadable: 'damaged' };",
  },
  {
    rule: 'A sender that has gone ends the reading program',
    file: 'src/adapters/reading/run-reading-program.ts',
    replace: 'signal?.throwIfAborted();',
    by: '',
  },
  {
    rule: 'A document without text says so',
    file: 'src/adapters/reading/child/read-document.ts',
    replace: "if (chunks.length === 0) throw new Unreadable('no_text');",
    by: '',
  },
];
