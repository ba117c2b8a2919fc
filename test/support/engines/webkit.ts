import { existsSync, globSync } from 'node:fs';
import { until } from '../reading/until.ts';
import { freePort, startProcess, type TestProcess } from '../world/process.ts';
import type { Engine, EngineKey, EngineWindow } from './engine.ts';

const driver = '/usr/bin/WebKitWebDriver';
const screen = '/usr/bin/Xvfb';
const [miniBrowser] = globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser');

/** For one command of the driver, which answers none while its browser hangs. */
const patienceMs = 40_000;

/** How the driver names an element, and its keys (https://www.w3.org/TR/webdriver2/). */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf';
const keys: Readonly<Record<EngineKey, string>> = {
  Enter: '\ue007',
  Escape: '\ue00c',
  Tab: '\ue004',
  PageUp: '\ue00e',
  End: '\ue010',
  Space: ' ',
};

/** Debian's WebKitGTK with its small browser on a screen of its own; null where it is not installed. */
export function findWebKit(): Engine | null {
  if (miniBrowser === undefined || !existsSync(driver) || !existsSync(screen)) return null;
  return { name: 'WebKit', open: () => open(miniBrowser) };
}

let nextDisplay = 90 + (process.pid % 800);

async function open(binary: string): Promise<EngineWindow> {
  await using parts = new AsyncDisposableStack();
  const display = `:${nextDisplay++}`;
  parts.use(startProcess(screen, [display, '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], {}));
  await until(() => existsSync(`/tmp/.X11-unix/X${display.slice(1)}`));
  const port = await freePort();
  const started = parts.use(
    startProcess(driver, [`--port=${port}`], {
      env: { DISPLAY: display, LANG: 'C.UTF-8', WEBKIT_DISABLE_COMPOSITING_MODE: '1' },
    }),
  );
  const session = await openSession(`http://127.0.0.1:${port}`, binary, started);
  parts.defer(async () => void (await session.send('DELETE', '')));
  await session.send('POST', '/window/rect', { x: 0, y: 0, width: 1280, height: 900 });
  return new WebKitWindow(session, parts.move());
}

/** One session of the driver. */
class Session {
  readonly #address: string;

  constructor(address: string) {
    this.#address = address;
  }

  async send(method: string, path: string, body?: object): Promise<unknown> {
    return request(method, `${this.#address}${path}`, body);
  }
}

async function openSession(driverUrl: string, binary: string, started: TestProcess): Promise<Session> {
  const options = { binary, args: ['--automation'] };
  const body = { capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } } };
  const value = await until(() => request('POST', `${driverUrl}/session`, body).catch(refusedYet));
  const id = typeof value === 'object' && 'sessionId' in value ? value.sessionId : null;
  if (typeof id !== 'string') throw new Error(`no session of WebKit: ${started.stderr()}`);
  return new Session(`${driverUrl}/session/${id}`);
}

/** The driver does not listen yet. */
function refusedYet(error: unknown): null {
  if (error instanceof TypeError) return null;
  throw error;
}

async function request(method: string, address: string, body?: object): Promise<object> {
  const response = await fetch(address, {
    method,
    signal: AbortSignal.timeout(patienceMs),
    ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
  const { value }: { readonly value: object } = JSON.parse(await response.text());
  if (!response.ok)
    throw new Error(`WebKit: ${method} ${new URL(address).pathname}: ${JSON.stringify(value)}`);
  return value;
}

class WebKitWindow implements EngineWindow {
  readonly #session: Session;
  readonly #parts: AsyncDisposable;

  constructor(session: Session, parts: AsyncDisposable) {
    this.#session = session;
    this.#parts = parts;
  }

  async goTo(address: string): Promise<void> {
    await this.#session.send('POST', '/url', { url: address });
  }

  async evaluate<T>(expression: string): Promise<T> {
    const body = { script: `return (${expression});`, args: [] };
    return (await this.#session.send('POST', '/execute/sync', body)) as T;
  }

  async click(element: string): Promise<void> {
    await this.#session.send('POST', `/element/${await this.#find(element)}/click`, {});
  }

  async type(text: string): Promise<void> {
    await this.#keys([...text]);
  }

  async press(key: EngineKey): Promise<void> {
    await this.#keys([keys[key]]);
  }

  async scroll(pixels: number): Promise<void> {
    const actions = [{ type: 'scroll', x: 700, y: 300, deltaX: 0, deltaY: pixels, duration: 0 }];
    await this.#act({ type: 'wheel', id: 'wheel', actions });
  }

  async resize(width: number, height: number): Promise<void> {
    await this.#session.send('POST', '/window/rect', { width, height });
  }

  async enter(frame: string | null): Promise<void> {
    await this.#session.send('POST', '/frame', { id: null });
    if (frame === null) return;
    await this.#session.send('POST', '/frame', { id: { [elementKey]: await this.#find(frame) } });
  }

  async picture(): Promise<Buffer> {
    return Buffer.from(String(await this.#session.send('GET', '/screenshot')), 'base64');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#parts[Symbol.asyncDispose]();
  }

  async #find(expression: string): Promise<string> {
    const found = await this.evaluate<Readonly<Record<string, string>> | null>(expression);
    const id = found?.[elementKey];
    if (id === undefined) throw new Error(`not found: ${expression}`);
    return id;
  }

  #keys(values: readonly string[]): Promise<void> {
    const actions = values.flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]);
    return this.#act({ type: 'key', id: 'keyboard', actions });
  }

  async #act(source: object): Promise<void> {
    await this.#session.send('POST', '/actions', { actions: [source] });
  }
}
