import type { AssertedCredential, AttestedCredential } from '#contract/console/credential.ts';
import type { ConsoleSession } from '#contract/console/session.ts';
import { deviceOf } from '#contract/devices/device-of.ts';
import type { Api } from './api.ts';
import { call } from './call.ts';

/** The body that ends a ceremony. */
interface Proof<Credential> {
  readonly ceremony: string;
  readonly credential: Credential;
}

/** A first name for a passkey: the system that it is made on. */
export function firstName(): string {
  return deviceOf(navigator.userAgent).system ?? '';
}

/** Makes a passkey for the operator who is signed in. Rejects with the browser's `DOMException` when none was made. */
export async function registerPasskey(api: Api, name: string): Promise<ConsoleSession> {
  requirePasskeys();
  const { ceremony, options } = await api.send(call('beginPasskey', {}));
  if (!makesPasskeys(options)) throw new DOMException('no options', 'NotSupportedError');
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const credential = attested(await navigator.credentials.create({ publicKey }));
  const named = name.trim() === '' ? {} : { name: name.trim() };
  return api.send(call('addPasskey', { body: { ceremony, credential, ...named } }));
}

/** Asks for a passkey that exists. Rejects with the browser's `DOMException` when none was used. */
export async function usePasskey(
  api: Api,
  begin: 'beginSignIn' | 'beginConfirm',
): Promise<Proof<AssertedCredential>> {
  requirePasskeys();
  const { ceremony, options } = await api.send(call(begin, {}));
  if (!asksForPasskeys(options)) throw new DOMException('no options', 'NotSupportedError');
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  return { ceremony, credential: asserted(await navigator.credentials.get({ publicKey })) };
}

export function hasPasskeys(): boolean {
  return 'PublicKeyCredential' in globalThis && 'parseRequestOptionsFromJSON' in PublicKeyCredential;
}

function requirePasskeys(): void {
  if (!hasPasskeys()) throw new DOMException('no passkeys', 'NotSupportedError');
}

/** Which ceremony the service has begun; the browser checks the rest of its options. */
function makesPasskeys(options: object): options is PublicKeyCredentialCreationOptionsJSON {
  return 'rp' in options;
}

function asksForPasskeys(options: object): options is PublicKeyCredentialRequestOptionsJSON {
  return 'challenge' in options;
}

function attested(credential: Credential | null): AttestedCredential {
  const { response, ...named } = written(credential);
  if (!('attestationObject' in response)) throw noPasskey();
  return { ...named, type: 'public-key', response };
}

function asserted(credential: Credential | null): AssertedCredential {
  const { response, ...named } = written(credential);
  if (!('signature' in response)) throw noPasskey();
  return { ...named, type: 'public-key', response };
}

function written(credential: Credential | null) {
  if (!(credential instanceof PublicKeyCredential)) throw noPasskey();
  return credential.toJSON();
}

function noPasskey(): DOMException {
  return new DOMException('no passkey', 'NotAllowedError');
}
