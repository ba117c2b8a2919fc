import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../machine/make-folder.ts';

/** What finds the text of a document without anything of ours. */
const packages = { pdftotext: 'poppler-utils', pandoc: 'pandoc', docx2txt: 'docx2txt' } as const;

export function textByPoppler(pdf: Uint8Array): string {
  return run('pdftotext', ['-enc', 'UTF-8', '-nopgbrk', '-', '-'], pdf).toString();
}

export function textByPandoc(format: 'html' | 'docx', bytes: Uint8Array): string {
  return run('pandoc', ['--from', format, '--to', 'plain', '--wrap', 'none'], bytes).toString();
}

export function textByDocx2txt(docx: Uint8Array): string {
  const folder = makeFolder('parley-docx-');
  try {
    const path = join(folder, 'a.docx');
    writeFileSync(path, docx);
    // It leaves this sign as its markup has it.
    return run('docx2txt', [path, '-']).toString().replaceAll('&#39;', "'");
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** As another program than Word writes one. */
export function docxByPandoc(markdown: string): Uint8Array {
  return run('pandoc', ['--from', 'gfm', '--to', 'docx', '--output', '-'], Buffer.from(markdown));
}

function run(program: keyof typeof packages, args: readonly string[], input?: Uint8Array): Buffer {
  try {
    return execFileSync(program, args, { maxBuffer: 1 << 28, ...(input !== undefined && { input }) });
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (isMissing) assert.fail(`${program} is missing: apt-get install ${Object.values(packages).join(' ')}`);
    throw error;
  }
}
