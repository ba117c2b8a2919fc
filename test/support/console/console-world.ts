import assert from 'node:assert/strict';
import { PostgresOperatorStore } from '#adapters/postgres/operators/operator-store.ts';
import type { OperatorRole } from '#contract/console/roles.ts';
import { OperatorManager } from '#core/operators/manage-operators.ts';
import type { Json } from '#test/reading/json.ts';
import { FormBrowser, type Page } from '../browser/form-browser.ts';
import { type Api, type ApiOptions, openApi } from '../world/api.ts';
import { Authenticator } from './authenticator.ts';

const shell = { kind: 'operator-cli', by: 'root@machine' } as const;

/** The running service as its operators see it. */
export class ConsoleWorld implements AsyncDisposable {
  readonly api: Api;
  readonly operators: OperatorManager;

  constructor(api: Api) {
    this.api = api;
    this.operators = new OperatorManager(new PostgresOperatorStore(api.database));
  }

  get origin(): string {
    return `http://console.localhost:${this.api.portOf()}`;
  }

  /** The code of a link from the shell; without an email that of the first owner. */
  async code(email: string | null = null, role?: OperatorRole): Promise<string> {
    return (await this.operators.issueLink(shell, email, role)).code;
  }

  browser(authenticator?: Authenticator): ConsoleBrowser {
    return new ConsoleBrowser(this, authenticator);
  }

  /** A person with this role who has just signed in with a passkey. */
  async signedIn(
    role: OperatorRole,
    email = `${role}@example.com`,
    authenticator?: Authenticator,
  ): Promise<ConsoleBrowser> {
    const browser = this.browser(authenticator);
    const enrolled = await browser.ask('POST', '/enrol', { code: await this.code(email, role) });
    assert.equal(enrolled.status, 200, enrolled.text);
    await browser.addPasskey();
    return browser;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.api[Symbol.asyncDispose]();
  }
}

export async function openConsole(options: ApiOptions = {}): Promise<ConsoleWorld> {
  return new ConsoleWorld(await openApi(options));
}

export interface Asked extends Page {
  readonly json: Json;
}

/** One browser at the console, with a passkey of its own. */
export class ConsoleBrowser {
  readonly world: ConsoleWorld;
  readonly authenticator: Authenticator;
  readonly #browser: FormBrowser;

  constructor(world: ConsoleWorld, authenticator = new Authenticator()) {
    this.world = world;
    this.authenticator = authenticator;
    this.#browser = new FormBrowser(world.api.portOf());
  }

  /** A request below `/api`, as the console's own page sends it. */
  async ask(
    method: string,
    path: string,
    body?: object | string,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Asked> {
    const { origin } = this.world;
    const page = await this.#browser.visit(`${origin}/api${path}`, {
      method,
      ...sentAs(body, { origin, ...headers }),
    });
    return { ...page, json: jsonOf(String(page.headers['content-type']), page.text) };
  }

  page(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Page> {
    return this.#browser.visit(`${this.world.origin}${path}`, { headers });
  }

  /** The cookies of the console's host, as they are sent. */
  get cookies(): string {
    return this.#browser.cookies(new URL(this.world.origin).host);
  }

  async addPasskey(): Promise<Asked> {
    const { ceremony, options } = (await this.ask('POST', '/passkeys/options')).json;
    const credential = this.authenticator.create(challengeIn(options), this.world.origin);
    return this.ask('POST', '/passkeys', { ceremony, credential, name: 'Test' });
  }

  async signIn(): Promise<Asked> {
    return this.prove('/session/options', '/session');
  }

  async confirm(): Promise<Asked> {
    return this.prove('/session/confirm/options', '/session/confirm');
  }

  async prove(begin: string, end: string): Promise<Asked> {
    const { ceremony, options } = (await this.ask('POST', begin)).json;
    const credential = this.authenticator.get(challengeIn(options), this.world.origin);
    return this.ask('POST', end, { ceremony, credential });
  }
}

/** JSON, or a file of plain text. */
export function sentAs(body: object | string | undefined, headers: Readonly<Record<string, string>>) {
  if (body === undefined) return { headers };
  const isFile = typeof body === 'string';
  return {
    headers: { 'content-type': isFile ? 'text/plain' : 'application/json', ...headers },
    body: isFile ? body : JSON.stringify(body),
  };
}

/** Lines become a list, as the command line prints them, and so do the rows of a table. */
export function jsonOf(contentType: string, text: string): Json {
  const lines = text.trimEnd().split(/\r?\n/);
  if (contentType.startsWith('text/csv')) return JSON.parse(JSON.stringify({ ok: true, data: lines }));
  if (!contentType.startsWith('application/x-ndjson')) return JSON.parse(text || '{}');
  return JSON.parse(`{"ok":true,"data":[${lines.join(',')}]}`);
}

export function challengeIn(options: Json | undefined): string {
  return String(options?.['challenge']);
}
