import type { DocumentReader, SentDocument } from '#core/knowledge/document-reader.ts';
import { FairLine } from '#core/shared/fair-line.ts';
import { runReadingProgram } from './run-reading-program.ts';

const longestMs = 20_000;

/** Reads documents in a child process, one at a time. */
export class ChildDocumentReader implements DocumentReader {
  readonly #line = new FairLine<string>({
    running: { ofSender: 1, inAll: 1 },
    waiting: { ofSender: 2, inAll: 10 },
  });
  readonly #limitMs: number;

  constructor(limitMs = longestMs) {
    this.#limitMs = limitMs;
  }

  read(document: SentDocument, signal?: AbortSignal) {
    return this.#line.run(document.sender, () => runReadingProgram(document, this.#limitMs, signal), signal);
  }
}
