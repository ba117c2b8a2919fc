import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

export interface AuthenticatorOptions {
  /** Whether it asks the person for a finger or a PIN; on by default. */
  readonly verifiesUser?: boolean;
  /** Whether it counts its uses, as few that sync do; on by default. */
  readonly counts?: boolean;
}

const flag = { present: 0x01, verified: 0x04, attested: 0x40 } as const;

/** One passkey in software, which signs for real (ES256), and so can also sign what no browser would. */
export class Authenticator {
  readonly id = randomBytes(32);
  readonly #privateKey: KeyObject;
  readonly #coseKey: Buffer;
  readonly #verifiesUser: boolean;
  readonly #counts: boolean;
  #counter = 0;

  constructor({ verifiesUser = true, counts = true }: AuthenticatorOptions = {}) {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    this.#privateKey = privateKey;
    this.#verifiesUser = verifiesUser;
    this.#counts = counts;
    // A map in CBOR: kty 2, alg -7, crv 1, x, y.
    this.#coseKey = Buffer.concat([
      Buffer.from('a5010203262001215820', 'hex'),
      Buffer.from(x, 'base64url'),
      Buffer.from('225820', 'hex'),
      Buffer.from(y, 'base64url'),
    ]);
  }

  /** The answer to creation options, as a browser at `origin` gives it. */
  create(challenge: string, origin: string, rpId: string = new URL(origin).hostname) {
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.id.length);
    const attested = Buffer.concat([Buffer.alloc(16), length, this.id, this.#coseKey]);
    const authData = Buffer.concat([this.#head(rpId, flag.attested), attested]);
    const size = Buffer.from([0x58, authData.length]);
    const attestationObject = Buffer.concat([
      Buffer.from('a363666d74646e6f6e656761747453746d74a0686175746844617461', 'hex'),
      size,
      authData,
    ]);
    return this.#credential({
      clientDataJSON: encoded(clientData('webauthn.create', challenge, origin)),
      attestationObject: encoded(attestationObject),
      transports: ['internal'],
    });
  }

  /** The answer to request options. */
  get(challenge: string, origin: string, rpId: string = new URL(origin).hostname) {
    if (this.#counts) this.#counter += 1;
    const client = clientData('webauthn.get', challenge, origin);
    const authenticatorData = this.#head(rpId, 0);
    const signed = Buffer.concat([authenticatorData, createHash('sha256').update(client).digest()]);
    return this.#credential({
      clientDataJSON: encoded(client),
      authenticatorData: encoded(authenticatorData),
      signature: encoded(sign('sha256', signed, this.#privateKey)),
    });
  }

  #credential(response: object) {
    const id = encoded(this.id);
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response };
  }

  #head(rpId: string, more: number): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.#counter);
    const flags = flag.present | more | (this.#verifiesUser ? flag.verified : 0);
    return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([flags]), counter]);
  }
}

function clientData(type: string, challenge: string, origin: string): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}

function encoded(bytes: Buffer): string {
  return bytes.toString('base64url');
}
