import { ConfigurationError } from './errors.ts';

interface SharedOptions {
  /** Replaces the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** How long the service may take to start an answer; 60,000 by default. */
  readonly timeoutMs?: number | undefined;
  /**
   * How long an open stream may be silent before it counts as dead; 45,000 by default (the service sends something
   * every 15,000).
   */
  readonly idleTimeoutMs?: number | undefined;
  /** How often a request is repeated; 3 by default. */
  readonly maxRetries?: number | undefined;
  /** The pause before the first repeat, doubled each time; 500 by default. `Retry-After` takes precedence. */
  readonly retryDelayMs?: number | undefined;
}

/** For the backend of a partner. */
export interface ApiKeyOptions extends SharedOptions {
  readonly apiKey: string;
  /** Ends with the version, such as `https://chat.example.com/v1`. */
  readonly baseUrl: string;
}

/** For a browser, with a token that the backend created with `hostedSessions.create`. */
export interface TokenOptions extends SharedOptions {
  /** A function is called before every request, so that it can renew the token. */
  readonly token: string | (() => string | Promise<string>);
  readonly tenantUrl: string;
}

export type ParleyOptions = ApiKeyOptions | TokenOptions;

/** What every request needs, with either credential. */
export interface Settings {
  /** Every path is appended to it. */
  readonly root: string;
  /** True with a token, which identifies the user; some routes do not exist then. */
  readonly hosted: boolean;
  readonly authorization: () => Promise<string>;
  readonly fetch: typeof globalThis.fetch;
  readonly timeoutMs: number;
  readonly idleTimeoutMs: number;
  readonly maxRetries: number;
  readonly retryDelayMs: number;
}

export function readSettings(options: ParleyOptions): Settings {
  return {
    ...('token' in options ? readTokenOptions(options) : readApiKeyOptions(options)),
    // Called through globalThis: browsers refuse a `fetch` that has lost its receiver.
    fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
    timeoutMs: options.timeoutMs ?? 60_000,
    idleTimeoutMs: options.idleTimeoutMs ?? 45_000,
    maxRetries: options.maxRetries ?? 3,
    retryDelayMs: options.retryDelayMs ?? 500,
  };
}

type Access = Pick<Settings, 'root' | 'hosted' | 'authorization'>;

function readApiKeyOptions({ apiKey, baseUrl }: ApiKeyOptions): Access {
  if (!apiKey) throw new ConfigurationError('`apiKey` is missing');
  if (isBrowser()) {
    throw new ConfigurationError(
      'An API key must never reach a browser. Create a hosted session on your backend and pass `{ token, tenantUrl }` here',
    );
  }
  return { root: readUrl('baseUrl', baseUrl), hosted: false, authorization: async () => `Bearer ${apiKey}` };
}

function readTokenOptions({ token, tenantUrl }: TokenOptions): Access {
  if (!token) throw new ConfigurationError('`token` is missing');
  const read = typeof token === 'function' ? token : () => token;
  return {
    root: `${readUrl('tenantUrl', tenantUrl)}/chat`,
    hosted: true,
    authorization: async () => `Bearer ${await read()}`,
  };
}

function readUrl(name: string, value: string): string {
  if (!URL.canParse(value)) throw new ConfigurationError(`\`${name}\` is not a URL: ${String(value)}`);
  return new URL(value).href.replace(/\/+$/, '');
}

/** A page, or a worker of one. Deno has such workers on servers, too. */
function isBrowser(): boolean {
  if ('Deno' in globalThis) return false;
  return ['document', 'DedicatedWorkerGlobalScope', 'SharedWorkerGlobalScope'].some(
    (name) => name in globalThis,
  );
}
