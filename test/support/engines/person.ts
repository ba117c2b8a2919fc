import { until } from '../reading/until.ts';
import { password, type Tenant } from '../world/hosted.ts';
import type { EngineKey, EngineWindow } from './engine.ts';

/** The elements of roles that HTML gives, besides those that name their role. */
const implicit: Readonly<Record<string, string>> = {
  button: 'button',
  link: 'a[href]',
  textbox: 'input:not([type]), input[type=text], input[type=email], input[type=search], textarea',
  password: 'input[type=password]',
  dialog: 'dialog[open]',
  heading: 'h1, h2, h3',
  option: 'option',
};

/** A reader in front of a window, who finds things by role and name, as the tests in Chromium do. */
export class Person {
  readonly window: EngineWindow;

  constructor(window: EngineWindow) {
    this.window = window;
  }

  /** An expression for the last visible element of a role and a name; null when there is none. */
  named(role: string, name: string): string {
    const selector = JSON.stringify(`[role=${role}], ${implicit[role] ?? role}`);
    return `(() => {
      const nameOf = (e) => e.getAttribute('aria-label')
        ?? e.getAttribute('aria-labelledby')?.split(' ').map((id) => document.getElementById(id)?.textContent ?? '').join(' ')
        ?? (e.labels?.length ? e.labels[0].textContent : e.textContent);
      const isSeen = (e) => e.getClientRects().length > 0 && getComputedStyle(e).visibility === 'visible';
      const roots = [document, ...[...document.querySelectorAll('*')].flatMap((e) => e.shadowRoot ?? [])];
      return roots.flatMap((root) => [...root.querySelectorAll(${selector})])
        .filter((e) => isSeen(e) && nameOf(e).trim() === ${JSON.stringify(name)}).at(-1) ?? null;
    })()`;
  }

  async sees(expression: string): Promise<void> {
    const look = () => this.window.evaluate<boolean>(`Boolean(${expression})`);
    await until(look, 20).catch((cause) => {
      throw new Error(`never true: ${expression}`, { cause });
    });
  }

  seesText(text: string): Promise<void> {
    return this.sees(`document.body.innerText.includes(${JSON.stringify(text)})`);
  }

  async finds(role: string, name: string): Promise<string> {
    const element = this.named(role, name);
    await this.sees(element);
    return element;
  }

  async click(role: string, name: string): Promise<void> {
    await this.window.click(await this.finds(role, name));
  }

  async fill(role: string, name: string, text: string): Promise<void> {
    await this.click(role, name);
    await this.window.type(text);
  }

  press(key: EngineKey): Promise<void> {
    return this.window.press(key);
  }

  async seesFocusOn(name: string): Promise<void> {
    const isFocused = async () => (await this.focused()) === name;
    await until(isFocused, 20).catch(async (cause) => {
      throw new Error(`the focus is on ${await this.focused()}, not on ${name}`, { cause });
    });
  }

  /** The name of what is focused. */
  focused(): Promise<string> {
    return this.window.evaluate(
      `((e) => (e?.getAttribute('aria-label') ?? e?.labels?.[0]?.textContent ?? e?.textContent ?? '').trim().slice(0, 80))(
        document.activeElement?.shadowRoot?.activeElement ?? document.activeElement)`,
    );
  }

  async signIn(tenant: Tenant, email: string): Promise<void> {
    await this.window.goTo(tenant.hosted.loginUrl(`/?tenant=${tenant.slug}`));
    await this.fill('textbox', 'Email', email);
    await this.fill('password', 'Password', password);
    await this.click('button', 'Sign in');
  }

  /** A new user of the tenant in the chat. */
  async chat(tenant: Tenant, more: { readonly admin?: boolean } = {}): Promise<void> {
    const email = `user-${crypto.randomUUID().slice(0, 8)}@example.com`;
    await tenant.user(email, more);
    await this.signIn(tenant, email);
    await this.finds('textbox', 'Message');
  }

  async ask(question: string): Promise<void> {
    await this.fill('textbox', 'Message', question);
    await this.press('Enter');
  }
}
