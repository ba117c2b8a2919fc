import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { UnreadableReason } from '#contract/knowledge/documents.ts';
import { errors } from '#core/errors.ts';
import type { ReadDocument, SentDocument, UnreadableDocument } from '#core/knowledge/document-reader.ts';
import { AnswerReader } from './read-answer.ts';

const root = join(import.meta.dirname, '../../..');
const heapMegabytes = { old: 256, young: 16 } as const;
/** The heap, what Node takes beside it, and the buffers that a document is unpacked into, which no flag limits. */
const mostResidentKilobytes = 640 * 1024;
const memoryPollMs = 100;
const keptOutput = 2_000;

/** The built program has the reading program beside itself. */
const builtFile = basename(import.meta.filename).endsWith('.js') ? import.meta.filename : null;
const program =
  builtFile === null
    ? join(import.meta.dirname, 'child/read-document.ts')
    : join(dirname(builtFile), 'read-document.js');

/**
 * Reads a document in a process of its own, with no rights, no environment and limited memory, which is killed after
 * `limitMs`. Documents are hostile, and so may be what the process says: it is taken apart by `AnswerReader`.
 */
export async function runReadingProgram(
  { mediaType, bytes }: SentDocument,
  limitMs: number,
  signal?: AbortSignal,
): Promise<ReadDocument | UnreadableDocument> {
  const child = spawn(process.execPath, [...readingFlags(), program, mediaType], {
    cwd: dirname(program),
    env: {},
  });
  const answer = new AnswerReader();
  let limit: UnreadableReason | null = null;
  const endFor = (reason: UnreadableReason) => {
    limit ??= reason;
    child.kill('SIGKILL');
  };
  const abandon = () => child.kill('SIGKILL');
  const timer = setTimeout(endFor, limitMs, 'too_slow');
  const poll = setInterval(() => {
    if (residentKilobytes(child.pid) > mostResidentKilobytes) endFor('too_long');
  }, memoryPollMs);
  signal?.addEventListener('abort', abandon, { once: true });
  try {
    yieldToOthers(child.pid);
    const output = collectOutput(child, answer);
    const [code, endedBy]: unknown[] = await sendAndWait(child, bytes);
    signal?.throwIfAborted();
    const read = answer.answer ?? reasonOf(limit, code, output());
    if (read !== null) return read;
    throw errors.unavailable(new Error(`Reading a document ended by ${endedBy ?? code}: ${output()}`));
  } finally {
    clearTimeout(timer);
    clearInterval(poll);
    signal?.removeEventListener('abort', abandon);
    child.kill('SIGKILL');
  }
}

/** Null: it was not the document's fault. */
function reasonOf(limit: UnreadableReason | null, code: unknown, output: string): UnreadableDocument | null {
  if (limit !== null) return { unreadable: limit };
  if (/out of memory/i.test(output)) return { unreadable: 'too_long' };
  return code === 0 ? { unreadable: 'damaged' } : null;
}

/** What the process may read are its own files: of the built program one folder, of the sources more. */
export function readingFlags(): readonly string[] {
  const readable =
    builtFile === null
      ? [
          join(root, 'src/*'),
          join(root, 'node_modules/*'),
          join(realpathSync(join(root, 'node_modules')), '*'),
        ]
      : [join(dirname(builtFile), '*')];
  return [
    '--permission',
    ...[...readable, join(root, 'package.json')].map((path) => `--allow-fs-read=${path}`),
    '--disallow-code-generation-from-strings',
    `--max-old-space-size=${heapMegabytes.old}`,
    `--max-semi-space-size=${heapMegabytes.young}`,
  ];
}

/** Returns what there is of its error output, which has no words of a document. */
function collectOutput(child: ChildProcessWithoutNullStreams, answer: AnswerReader): () => string {
  let output = '';
  child.stdout.on('data', (piece: Buffer) => {
    if (!answer.add(piece)) child.kill('SIGKILL');
  });
  child.stderr.on('data', (piece: Buffer) => {
    output = (output + piece.toString()).slice(-keptOutput);
  });
  return () => output;
}

async function sendAndWait(child: ChildProcessWithoutNullStreams, bytes: Uint8Array): Promise<unknown[]> {
  // It may end before it has read everything.
  child.stdin.on('error', () => undefined);
  child.stdin.end(bytes);
  try {
    return await once(child, 'close');
  } catch (error) {
    throw errors.unavailable(error);
  }
}

/** Answers come first, and where memory runs out, the kernel takes this process and not the service. */
function yieldToOthers(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
    writeFileSync(`/proc/${pid}/oom_score_adj`, '1000');
  } catch {
    // It has ended, or this is no Linux.
  }
}

function residentKilobytes(pid: number | undefined): number {
  try {
    return Number(/^VmRSS:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}
