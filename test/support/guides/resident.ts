import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { endOfBlock, type Program, type Ran } from './program.ts';

/** One interpreter that runs many blocks, one after the other: starting it for each takes longer than they do. */
export class Resident implements AsyncDisposable {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #ended: Promise<unknown>;
  #printed = '';
  #onPrinted: (piece: string) => void = () => {};

  /** `words` name a program that runs a block for each line of its input. */
  constructor(program: string, words: readonly string[]) {
    const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
    const env = { PATH, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) };
    this.#child = spawn(program, words, { env });
    this.#ended = once(this.#child, 'close');
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream.setEncoding('utf8').on('data', (piece: string) => {
        this.#printed += piece;
        this.#onPrinted(piece);
      });
    }
  }

  /** `onPiece` is called for each piece of output, as it arrives. */
  async run(program: Program, onPiece: (piece: string) => void = () => {}): Promise<Ran> {
    this.#printed = '';
    const { promise, resolve } = Promise.withResolvers<Ran>();
    this.#onPrinted = (piece) => {
      const end = new RegExp(`${endOfBlock}(\\d+)\n`).exec(this.#printed);
      if (end === null) onPiece(piece);
      else resolve({ code: Number(end[1]), output: this.#printed.replace(end[0], '') });
    };
    this.#child.stdin.write(`${JSON.stringify(program)}\n`);
    const ended = this.#ended.then((): Ran => ({ code: null, output: this.#printed }));
    return await Promise.race([promise, ended]);
  }

  /** Waits until it ends by itself, which it does not while a block has left something open. */
  async end(): Promise<number | null> {
    this.#child.stdin.end();
    await this.#ended;
    return this.#child.exitCode;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#child.kill();
    await this.#ended;
  }
}
