import { hash } from '@node-rs/argon2';
import { createTenantAdministration } from '#adapters/postgres/tenants/tenant-administration.ts';
import { PostgresTenantStore } from '#adapters/postgres/tenants/tenant-store.ts';
import { createDocumentTools } from '#app/document-tools.ts';
import type { Client } from '#core/clients/client.ts';
import { type HostedUser, hostedUserIdentity } from '#core/clients/hosted-user.ts';
import { hashPassword } from '#core/identity/password.ts';
import { newId } from '#core/shared/new-id.ts';
import { FormBrowser, type Page } from '../browser/form-browser.ts';
import { type Api, type ApiOptions, openApi } from './api.ts';

export const password = 'a password to sign in with';

export interface UserOptions {
  readonly admin?: boolean;
  /** The password, at the first sign-in. */
  readonly mustChange?: boolean;
  readonly costly?: boolean;
}

let quick: Promise<string> | undefined;

function quickHash(): Promise<string> {
  quick ??= hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 });
  return quick;
}

/** The hosted pages of the running service. */
export class Hosted implements AsyncDisposable {
  readonly api: Api;

  constructor(api: Api) {
    this.api = api;
  }

  get administration() {
    return createTenantAdministration(this.api.database, ['openai'], createDocumentTools(this.api.database));
  }

  browser(headers: Readonly<Record<string, string>> = {}): FormBrowser {
    return new FormBrowser(this.api.portOf(), headers);
  }

  loginUrl(path = '/'): string {
    return `http://login.localhost:${this.api.portOf()}${path}`;
  }

  /** A tenant with a user who may sign in; `columns` are those of the client. */
  async tenant(columns: Readonly<Record<string, unknown>> = {}): Promise<Tenant> {
    const partner = await this.api.partner(columns);
    return new Tenant(this, partner.client, partner.key);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.api[Symbol.asyncDispose]();
  }
}

export async function openHosted(options: ApiOptions = {}): Promise<Hosted> {
  return new Hosted(await openApi(options));
}

export class Tenant {
  readonly hosted: Hosted;
  readonly client: Client;
  readonly key: string;

  constructor(hosted: Hosted, client: Client, key: string) {
    this.hosted = hosted;
    this.client = client;
    this.key = key;
  }

  get slug(): string {
    return this.client.slug;
  }

  get host(): string {
    return `${this.slug}.localhost:${this.hosted.api.portOf()}`;
  }

  url(path = '/'): string {
    return `http://${this.host}${path}`;
  }

  /**
   * Stored as the command line would, but for the hash: the service's own costs more than most of what is tested,
   * here and at each sign-in, because a hash says how it is checked. `costly`: as the service makes it.
   */
  async user(
    email: string,
    { admin = false, mustChange = false, costly = false }: UserOptions = {},
  ): Promise<HostedUser> {
    const passwordHash = await (costly ? hashPassword(password) : quickHash());
    const id = newId();
    const { id: clientId } = this.client;
    return new PostgresTenantStore(this.hosted.api.database).change(null, async ({ users, audit }) => {
      const user = { id, email, admin, invitedLanguage: null, passwordHash, mustChangePassword: mustChange };
      await users.insert(clientId, user);
      await audit.append({
        clientId,
        actor: 'cli',
        action: 'user.create',
        subject: hostedUserIdentity(id),
        before: null,
        after: { email, admin, enabled: true },
      });
      const stored = await users.find(clientId, { id });
      if (stored === null) throw new Error(`${email} was not stored`);
      return stored;
    });
  }

  /** Sends the sign-in form and follows it to its end. */
  async signIn(browser: FormBrowser, email: string, secret: string = password): Promise<Page> {
    return browser.follow(await this.sendForm(browser, email, secret));
  }

  sendForm(browser: FormBrowser, email: string, secret: string = password): Promise<Page> {
    const fields = { email, password: secret, tenant: this.slug };
    return browser.post(this.hosted.loginUrl(), fields);
  }

  /** A browser in which a new user is signed in. */
  async visitor(
    more: { admin?: boolean; headers?: Readonly<Record<string, string>> } = {},
  ): Promise<Visitor> {
    const email = `${more.admin ? 'admin' : 'user'}-${crypto.randomUUID()}@example.com`;
    const user = await this.user(email, more);
    const browser = this.hosted.browser(more.headers);
    await this.signIn(browser, email);
    return { browser, user };
  }

  /** A token that the partner's backend minted. */
  async token(externalUserId: string, facts?: object): Promise<string> {
    const response = await fetch(`${this.hosted.api.urlOf()}/hosted-session`, {
      method: 'POST',
      headers: { authorization: `Bearer ${this.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ external_user_id: externalUserId, facts }),
    });
    const answer: unknown = await response.json();
    const token = typeof answer === 'object' && answer !== null && 'token' in answer ? answer.token : null;
    if (typeof token !== 'string') throw new Error('no token was minted');
    return token;
  }
}

export interface Visitor {
  readonly browser: FormBrowser;
  readonly user: HostedUser;
}
