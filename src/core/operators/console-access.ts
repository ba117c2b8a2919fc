import type { AssertedCredential, AttestedCredential } from '#contract/console/credential.ts';
import { errors } from '../errors.ts';
import { hashCode, newCode } from '../identity/one-time-code.ts';
import { enrolOperator } from './enrol-operator.ts';
import { type OpenConsole, type Operator, operatorIdentity, type StoredPasskey } from './operator.ts';
import type { CeremonyPurpose, OperatorChanges, OperatorStore } from './operator-store.ts';
import type { Passkeys } from './passkeys.ts';
import { consoleSeconds, startSession } from './start-session.ts';

/** A ceremony that has begun, for the browser. */
export interface BegunCeremony {
  readonly ceremony: string;
  readonly options: Readonly<Record<string, unknown>>;
}

/** What a finished ceremony proves: the handle that was given out, and what the authenticator made of it. */
export interface Proof<Credential> {
  readonly ceremony: string;
  readonly credential: Credential;
}

/** How operators get into the console, and prove who they are again. Tokens exist in the browser's cookie only. */
export class ConsoleAccess {
  readonly #store: OperatorStore;
  readonly #passkeys: Passkeys;
  readonly #onAdded: (operator: Operator, name: string) => void;

  /** `onAdded` is called after a passkey was added, with its name. */
  constructor(store: OperatorStore, passkeys: Passkeys, onAdded: (operator: Operator, name: string) => void) {
    this.#store = store;
    this.#passkeys = passkeys;
    this.#onAdded = onAdded;
  }

  /** Null when the session has ended, for whatever reason. */
  find(token: string, isActive: boolean): Promise<OpenConsole | null> {
    return this.#store.findSession(hashCode(token), consoleSeconds.idle, isActive);
  }

  /** Redeems a link: its holder is signed in as the operator whom it names, or creates. */
  async enrol(code: string, email: string | undefined): Promise<string> {
    return this.#store.change(null, async (change) => {
      const operator = await enrolOperator(change, code, email);
      return startSession(change, operator.id, 'link');
    });
  }

  async beginSignIn(): Promise<BegunCeremony> {
    return this.#begin('sign-in', null, await this.#passkeys.authentication(null));
  }

  async signIn({ ceremony, credential }: Proof<AssertedCredential>): Promise<string> {
    const { challenge } = await this.#take('sign-in', ceremony, null);
    const passkey = await this.#store.findPasskey(credential.id);
    if (passkey === null) throw errors.invalidPasskey();
    const used = await this.#verified(credential, challenge, passkey);
    return this.#store.change(null, async (change) => {
      const operator = await change.find(passkey.operatorId);
      if (operator === null || !operator.enabled) throw errors.invalidPasskey();
      if (!(await change.notePasskeyUse(passkey.id, used.counter, used.synced)))
        throw errors.invalidPasskey();
      const subject = operatorIdentity(operator.id);
      await change.audit.append({
        clientId: null,
        actor: subject,
        action: 'operator.sign_in',
        subject,
        before: null,
        after: null,
      });
      return startSession(change, operator.id, 'passkey');
    });
  }

  async beginConfirm({ operator, session }: OpenConsole): Promise<BegunCeremony> {
    const known = await this.#store.listPasskeys(operator.id);
    return this.#begin('confirm', session.id, await this.#passkeys.authentication(known));
  }

  async confirm(
    { operator, session }: OpenConsole,
    { ceremony, credential }: Proof<AssertedCredential>,
  ): Promise<void> {
    const { challenge } = await this.#take('confirm', ceremony, session.id);
    const passkey = await this.#store.findPasskey(credential.id);
    if (passkey === null || passkey.operatorId !== operator.id) throw errors.invalidPasskey();
    const used = await this.#verified(credential, challenge, passkey);
    await this.#store.change(null, async (change) => {
      if (!(await change.notePasskeyUse(passkey.id, used.counter, used.synced)))
        throw errors.invalidPasskey();
      if (!(await change.setStrong(session.id, consoleSeconds.strong))) throw errors.sessionRequired();
    });
  }

  async beginRegistration({ operator, session }: OpenConsole): Promise<BegunCeremony> {
    const known = await this.#store.listPasskeys(operator.id);
    return this.#begin('register', session.id, await this.#passkeys.registration(operator, known));
  }

  /** Returns the token of the session that replaces the one that began it. */
  async register(
    { operator, session }: OpenConsole,
    { ceremony, credential }: Proof<AttestedCredential>,
    name: string,
  ): Promise<string> {
    const { challenge } = await this.#take('register', ceremony, session.id);
    const made = await this.#passkeys.register(credential, challenge);
    if (made === null) throw errors.invalidPasskey();
    const token = await this.#store.change(null, async (change) => {
      // It may have been ended, and its operator disabled, since the request began.
      const isEnabled = (await change.find(operator.id))?.enabled ?? false;
      if (!(await change.endSession(session.id)) || !isEnabled) throw errors.sessionRequired();
      if (!(await change.insertPasskey({ ...made, name, operatorId: operator.id })))
        throw errors.alreadyExists('The passkey');
      await auditPasskey(change, operator, 'operator.add_passkey', { name, synced: made.synced });
      return startSession(change, operator.id, 'passkey');
    });
    this.#onAdded(operator, name);
    return token;
  }

  async #verified(credential: AssertedCredential, challenge: string, passkey: StoredPasskey) {
    const used = await this.#passkeys.authenticate(credential, challenge, passkey);
    if (used === null) throw errors.invalidPasskey();
    return used;
  }

  async #begin(
    purpose: CeremonyPurpose,
    sessionId: string | null,
    { challenge, options }: { readonly challenge: string; readonly options: BegunCeremony['options'] },
  ): Promise<BegunCeremony> {
    const { code, hash } = newCode();
    await this.#store.insertCeremony(hash, purpose, { challenge, sessionId }, consoleSeconds.ceremony);
    return { ceremony: code, options };
  }

  async #take(purpose: CeremonyPurpose, handle: string, sessionId: string | null) {
    const ceremony = await this.#store.takeCeremony(hashCode(handle), purpose);
    if (ceremony === null || ceremony.sessionId !== sessionId) throw errors.invalidPasskey();
    return ceremony;
  }
}

/** Also says who did it: only the person itself changes its passkeys. */
export async function auditPasskey(
  change: OperatorChanges,
  operator: Pick<Operator, 'id'>,
  action: 'operator.add_passkey' | 'operator.delete_passkey',
  after: Readonly<Record<string, unknown>>,
): Promise<void> {
  const subject = operatorIdentity(operator.id);
  await change.audit.append({ clientId: null, actor: subject, action, subject, before: null, after });
}
