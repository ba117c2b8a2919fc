import type { Ceremony, ConsoleSession } from '#contract/console/session.ts';
import { deviceOf } from '#contract/devices/device-of.ts';
import type { Api } from './api.ts';

/** A ceremony as the browser's own parsing of WebAuthn JSON takes it. */
type Begun<Options> = Omit<Ceremony, 'options'> & { readonly options: Options };

/** The body that ends a ceremony. */
interface Proof {
  readonly ceremony: string;
  readonly credential: unknown;
}

/** A first name for a passkey: the system that it is made on. */
export function firstName(): string {
  return deviceOf(navigator.userAgent).system ?? '';
}

/** Makes a passkey for the operator who is signed in. Rejects with the browser's `DOMException` when none was made. */
export async function registerPasskey(api: Api, name: string): Promise<ConsoleSession> {
  requirePasskeys();
  type Options = PublicKeyCredentialCreationOptionsJSON;
  const { ceremony, options } = await api.send<Begun<Options>>('POST', '/passkeys/options', {});
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const credential = written(await navigator.credentials.create({ publicKey }));
  const named = name.trim() === '' ? {} : { name: name.trim() };
  return api.send<ConsoleSession>('POST', '/passkeys', { ceremony, credential, ...named });
}

/** Asks for a passkey that exists. Rejects with the browser's `DOMException` when none was used. */
export async function usePasskey(api: Api, path: string): Promise<Proof> {
  requirePasskeys();
  type Options = PublicKeyCredentialRequestOptionsJSON;
  const { ceremony, options } = await api.send<Begun<Options>>('POST', path, {});
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  return { ceremony, credential: written(await navigator.credentials.get({ publicKey })) };
}

export function hasPasskeys(): boolean {
  return 'PublicKeyCredential' in globalThis && 'parseRequestOptionsFromJSON' in PublicKeyCredential;
}

function requirePasskeys(): void {
  if (!hasPasskeys()) throw new DOMException('no passkeys', 'NotSupportedError');
}

function written(credential: Credential | null): unknown {
  if (!(credential instanceof PublicKeyCredential)) throw new DOMException('no passkey', 'NotAllowedError');
  return credential.toJSON();
}
