import { deepEqual } from 'node:assert/strict';
import type { BrowserContext, Page } from 'playwright-core';
import type { BrowserEnd } from '#test/machine/browser-end.ts';
import { type Hosted, password, type Tenant } from '#test/world/hosted.ts';

/** One window, with every error that its pages reported and every request to other hosts. */
export class Tab implements AsyncDisposable {
  readonly page: Page;
  /** Scripts that failed and policies that were violated. Refused requests are left to the tests. */
  readonly complaints: string[] = [];
  readonly foreignRequests: string[] = [];
  readonly #hosted: Hosted;
  readonly #context: BrowserContext;
  readonly #end: BrowserEnd;

  constructor(hosted: Hosted, context: BrowserContext, page: Page, end: BrowserEnd) {
    this.#hosted = hosted;
    this.#context = context;
    this.#end = end;
    this.page = page;
    this.#listen(page);
  }

  /** Another tab of the same window, with the same cookies. */
  async another(): Promise<Page> {
    const page = await this.#context.newPage();
    this.#listen(page);
    return page;
  }

  /** Fills in the form and waits for the page behind it. */
  async signIn(tenant: Tenant, email: string, secret: string = password): Promise<void> {
    await this.page.goto(this.#hosted.loginUrl(`/?tenant=${tenant.slug}`));
    await this.fillSignIn(email, secret);
    await this.page.waitForURL(`${tenant.url('')}/**`);
  }

  async fillSignIn(email: string, secret: string): Promise<void> {
    await this.page.getByRole('textbox', { name: 'Email', exact: true }).fill(email);
    await this.page.getByLabel('Password', { exact: true }).fill(secret);
    await this.page.getByRole('button', { name: 'Sign in', exact: true }).click();
  }

  /**
   * Opens a page of the tenant, signed in without the form: that is a page more for every test, and the subject of a
   * few.
   */
  async enter(tenant: Tenant, email: string, path = '/'): Promise<void> {
    const { languages, userAgent } = await this.page.evaluate<Pick<Navigator, 'languages' | 'userAgent'>>(
      '({ languages: navigator.languages, userAgent: navigator.userAgent })',
    );
    const form = this.#hosted.browser({ 'accept-language': languages.join(), 'user-agent': userAgent });
    await tenant.signIn(form, email);
    const cookies = Array.from(form.cookiesOf(tenant.host), ([name, value]) => {
      return { name, value, url: tenant.url(), httpOnly: true, sameSite: 'Lax' } as const;
    });
    await this.#context.addCookies(cookies);
    await this.page.goto(tenant.url(path));
  }

  /** A new user of the tenant in the chat, with the composer ready. */
  async chat(tenant: Tenant, more: { admin?: boolean } = {}): Promise<Page> {
    const email = `${more.admin ? 'admin' : 'user'}-${crypto.randomUUID().slice(0, 8)}@example.com`;
    await tenant.user(email, more);
    await this.enter(tenant, email);
    await this.page.getByRole('textbox', { name: 'Message' }).waitFor();
    return this.page;
  }

  /** The name of the focused element, as far as the page states it. */
  focused(): Promise<string> {
    return this.page.evaluate<string>(
      '(document.activeElement.getAttribute("aria-label") ?? document.activeElement.textContent).trim()',
    );
  }

  requireNoComplaints(): void {
    deepEqual(
      { complaints: this.complaints, foreign: this.foreignRequests },
      { complaints: [], foreign: [] },
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // With a browser that has ended, its windows are closed, and only the first failure matters.
    await this.#context.close().catch((error: unknown) => {
      if (!this.#end.hasEnded) throw error;
    });
  }

  #listen(page: Page): void {
    page.on('pageerror', (error) => this.complaints.push(String(error)));
    page.on('console', (message) => {
      const text = message.text();
      const isError = message.type() === 'error' && !text.startsWith('Failed to load resource');
      const isOfHeader = message.type() === 'warning' && text.includes(' header: ');
      if (isError || isOfHeader) this.complaints.push(text);
    });
    page.on('request', (request) => {
      const { hostname, protocol } = new URL(request.url());
      const isOwn = protocol === 'data:' || protocol === 'blob:' || hostname.endsWith('.localhost');
      if (!isOwn) this.foreignRequests.push(request.url());
    });
  }
}
