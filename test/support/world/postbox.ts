import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

/** A mail server that stores what it receives. */
export class Postbox implements AsyncDisposable {
  /** The mailboxes that letters were delivered to, in their order. */
  readonly recipients: string[] = [];
  readonly #letters: string[] = [];
  readonly #server: SMTPServer;
  #arrived: () => void = () => undefined;
  #refusing = false;

  constructor() {
    this.#server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData: (stream, { envelope }, done) => {
        void text(stream).then((letter) => {
          if (this.#refusing) {
            this.#refusing = false;
            return done(new Error('no room'));
          }
          this.recipients.push(...envelope.rcptTo.map(({ address }) => address));
          this.#letters.push(letter);
          this.#arrived();
          done();
        });
      },
    });
  }

  async open(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server.server, 'listening');
    const address = this.#server.server.address();
    return `smtp://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  }

  refuseNext(): void {
    this.#refusing = true;
  }

  async next(): Promise<string> {
    while (this.#letters.length === 0) await new Promise<void>((resolve) => (this.#arrived = resolve));
    return this.#letters.shift() ?? '';
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }
}
