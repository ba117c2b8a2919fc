import { hkdfSync } from 'node:crypto';
import type { PreviousSecret, SecretName } from '../shared/secret-name.ts';

const secretBytes = 32;
const nameBytes = 9;

/** An endpoint or a tool server. */
interface SecretOwner {
  readonly clientId: number;
  readonly id: string;
}

/** What it is sent is signed by these. */
export interface Signer extends SecretOwner {
  readonly secret: SecretName;
  readonly previousSecrets: readonly PreviousSecret[];
}

/**
 * The secrets of endpoints and of tool servers. Each is derived from a master secret, its owner and the generation, so
 * the database holds none. An owner names the master secret of its own, and keeps it while that one is configured.
 */
export class WebhookSecrets {
  readonly #masters: ReadonlyMap<string, string>;
  /** The name of the present master secret. */
  readonly key: string;

  constructor(master: string, previous: string | null) {
    this.key = nameOf(master);
    const older = previous === null ? [] : [[nameOf(previous), previous] as const];
    this.#masters = new Map([...older, [this.key, master]]);
  }

  knows({ key }: Pick<SecretName, 'key'>): boolean {
    return this.#masters.has(key);
  }

  /** The present secret and those before it whose overlap is not over; none: their master secret is gone. */
  signing({ secret, previousSecrets, ...owner }: Signer, at: Date): readonly string[] {
    return [secret, ...previousSecrets.filter(({ until }) => until > at)]
      .map((name) => this.secretOf(owner, name))
      .filter((found) => found !== null);
  }

  /** `whsec_` and base64, as the Standard Webhooks specification has it; null: its master secret is gone. */
  secretOf({ clientId, id }: SecretOwner, name: SecretName): string | null {
    const master = this.#masters.get(name.key);
    if (master === undefined) return null;
    const info = `parley webhook ${clientId} ${id} ${name.generation}`;
    return `whsec_${Buffer.from(hkdfSync('sha256', master, '', info, secretBytes)).toString('base64')}`;
  }
}

/** Distinguishes master secrets without revealing them. */
function nameOf(master: string): string {
  return Buffer.from(hkdfSync('sha256', master, '', 'parley webhook master', nameBytes)).toString(
    'base64url',
  );
}
