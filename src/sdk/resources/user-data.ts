import { UnexpectedAnswerError } from '../errors.ts';
import { parseJson, type Transport } from '../transport.ts';
import type { UserDataErasure, UserDataLine } from '../wire.ts';
import type { NamedUser } from './blocked-users.ts';
import { apiKeyOnly } from './call-options.ts';

/** What is stored about one end user. Needs a key with the scope `user-data`. */
export class UserData {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Yields everything, line by line; throws when the export was cut before its end. */
  async *export(user: NamedUser): AsyncGenerator<UserDataLine, void> {
    apiKeyOnly(this.#transport, 'userData.export');
    const response = await this.#transport.open({ method: 'GET', path: '/user-data', ...user });
    let last: UserDataLine | null = null;
    for await (const text of linesOf(response)) {
      last = parseJson<UserDataLine>(text);
      yield last;
    }
    if (last?.type !== 'end') throw new UnexpectedAnswerError('The export was cut before its end');
  }

  /** It cannot be undone. While `status` is `erasing`, the service continues; call again to learn of the end. */
  async erase(user: NamedUser): Promise<UserDataErasure> {
    apiKeyOnly(this.#transport, 'userData.erase');
    return this.#transport.json({ method: 'DELETE', path: '/user-data', ...user });
  }
}

async function* linesOf({ body }: Response): AsyncGenerator<string, void> {
  if (body === null) return;
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const lines = (rest + decoder.decode(value, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
  } finally {
    // Leaving the loop early closes the connection.
    void reader.cancel().catch(() => undefined);
  }
}
