import type { ConnectionPool } from './connection-pool.ts';
import type { LoadProfile, Target } from './profile.ts';
import type { Recorder } from './recorder.ts';
import { createTextReader } from './text-reader.ts';

export interface Exchanges {
  /** One request and its whole response; never rejects. `dueAt` is when it should have been sent. */
  run(number: number, dueAt: number, onFirstText?: () => void): Promise<void>;
}

export function createExchanges(profile: LoadProfile, pool: ConnectionPool, recorder: Recorder): Exchanges {
  const render = requestRenderer(profile.target);
  return {
    async run(number, dueAt, onFirstText = () => {}) {
      const watch = new Watch(profile, recorder, dueAt, onFirstText);
      const connection = pool.take();
      try {
        await connection.exchange(render(number + profile.firstNumber), watch.listener);
        watch.finish();
        pool.giveBack(connection);
      } catch (error) {
        recorder.failed(error instanceof Error ? error.message : String(error));
        connection.close();
      }
    },
  };
}

class Watch {
  readonly #profile: LoadProfile;
  readonly #recorder: Recorder;
  readonly #dueAt: number;
  readonly #onFirstText: () => void;
  readonly #text;
  #status = 0;
  #lastAt = 0;

  constructor(profile: LoadProfile, recorder: Recorder, dueAt: number, onFirstText: () => void) {
    this.#profile = profile;
    this.#recorder = recorder;
    this.#dueAt = dueAt;
    this.#onFirstText = onFirstText;
    this.#text = createTextReader(profile.target.format);
  }

  readonly listener = {
    onHead: (status: number) => {
      this.#status = status;
    },
    onBody: (bytes: Buffer) => this.#body(bytes),
    onEnd: () => {},
  };

  finish(): void {
    const { target, expectedDigest } = this.#profile;
    if (this.#status !== target.expectedStatus) throw new Error(`status ${this.#status}`);
    if (expectedDigest !== null && this.#text.digest() !== expectedDigest) this.#recorder.mismatched();
    this.#recorder.totalMs.push(performance.now() - this.#dueAt);
  }

  #body(bytes: Buffer): void {
    const now = performance.now();
    const hadText = this.#text.hasText;
    this.#text.push(bytes);
    this.#recorder.bodyBytes += bytes.length;
    if (hadText) this.#recorder.gapMs.push(now - this.#lastAt);
    else if (this.#text.hasText) this.#first(now);
    this.#lastAt = now;
  }

  #first(now: number): void {
    this.#recorder.firstTextMs.push(now - this.#dueAt);
    this.#onFirstText();
  }
}

function requestRenderer(target: Target): (number: number) => string {
  const fixed = { host: `${target.host}:${target.port}`, ...target.headers };
  const headers = Object.entries(fixed).map(([name, value]) => `${name}: ${value}\r\n`);
  const lines = ` HTTP/1.1\r\n${headers.join('')}`;
  return (number) => {
    const path = target.path.replaceAll('{n}', String(number));
    // Bytes behind a response that announces none are not HTTP and end the connection.
    if (target.method === 'GET') return `GET ${path}${lines}\r\n`;
    const body = target.body.replaceAll('{n}', String(number));
    const length = `content-length: ${Buffer.byteLength(body)}\r\n`;
    return `${target.method} ${path}${lines}${length}\r\n${body}`;
  };
}
