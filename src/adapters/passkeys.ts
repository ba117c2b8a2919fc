import type { AuthenticatorTransport } from '@simplewebauthn/server';
import type { AssertedCredential, AttestedCredential } from '#contract/console/credential.ts';
import type { Operator, StoredPasskey } from '#core/operators/operator.ts';
import type { CeremonyOptions, Passkeys } from '#core/operators/passkeys.ts';

/** Loaded when an operator needs it, because it takes a tenth of the start and most processes never do. */
const library = () => import('@simplewebauthn/server');

const transports: readonly AuthenticatorTransport[] = ['ble', 'hybrid', 'internal', 'nfc', 'usb'];

/** Passkeys for one host by the library: its name is the relying party's, and no other host can use them. */
export class WebAuthnPasskeys implements Passkeys {
  readonly #origin: string;
  readonly #host: string;

  constructor(consoleUrl: string) {
    const { origin, hostname } = new URL(consoleUrl);
    this.#origin = origin;
    this.#host = hostname;
  }

  async registration(operator: Operator, known: readonly StoredPasskey[]): Promise<CeremonyOptions> {
    const { generateRegistrationOptions } = await library();
    const options = await generateRegistrationOptions({
      rpName: 'Parley console',
      rpID: this.#host,
      userID: new TextEncoder().encode(operator.id),
      userName: operator.email,
      userDisplayName: operator.email,
      attestationType: 'none',
      excludeCredentials: known.map(describe),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    return { challenge: options.challenge, options: { ...options } };
  }

  async register({ id, rawId, type, response }: AttestedCredential, challenge: string) {
    const { clientDataJSON, attestationObject } = response;
    const { verifyRegistrationResponse } = await library();
    const verified = await verifyRegistrationResponse({
      response: {
        id,
        rawId,
        type,
        clientExtensionResults: {},
        response: { clientDataJSON, attestationObject },
      },
      expectedChallenge: challenge,
      expectedOrigin: this.#origin,
      expectedRPID: this.#host,
      requireUserVerification: true,
    }).catch(() => null);
    if (!verified?.verified) return null;
    const { credential, credentialBackedUp } = verified.registrationInfo;
    return {
      id: credential.id,
      publicKey: credential.publicKey,
      counter: credential.counter,
      transports: known(response.transports ?? []),
      synced: credentialBackedUp,
    };
  }

  async authentication(passkeys: readonly StoredPasskey[] | null): Promise<CeremonyOptions> {
    const { generateAuthenticationOptions } = await library();
    const options = await generateAuthenticationOptions({
      rpID: this.#host,
      userVerification: 'required',
      ...(passkeys === null ? {} : { allowCredentials: passkeys.map(describe) }),
    });
    return { challenge: options.challenge, options: { ...options } };
  }

  async authenticate(
    { id, rawId, type, response }: AssertedCredential,
    challenge: string,
    passkey: StoredPasskey,
  ) {
    const { clientDataJSON, authenticatorData, signature } = response;
    const { verifyAuthenticationResponse } = await library();
    const verified = await verifyAuthenticationResponse({
      response: {
        id,
        rawId,
        type,
        clientExtensionResults: {},
        response: { clientDataJSON, authenticatorData, signature },
      },
      expectedChallenge: challenge,
      expectedOrigin: this.#origin,
      expectedRPID: this.#host,
      credential: {
        id: passkey.id,
        publicKey: new Uint8Array(passkey.publicKey),
        counter: passkey.counter,
      },
      requireUserVerification: true,
    }).catch(() => null);
    if (!verified?.verified) return null;
    const { newCounter, credentialBackedUp } = verified.authenticationInfo;
    return { counter: newCounter, synced: credentialBackedUp };
  }
}

function describe(passkey: StoredPasskey) {
  return { id: passkey.id, transports: known(passkey.transports) };
}

/** Browsers may name transports that the library does not know yet. */
function known(named: readonly string[]): AuthenticatorTransport[] {
  return transports.filter((transport) => named.includes(transport));
}
