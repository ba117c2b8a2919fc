import type { PerDimension } from './quota.ts';

/** The protocol `parley/1` between a host page's launcher and the chat in its frame. */
export const protocol = 1;

/** Without a handshake within this time the frame counts as blocked. */
export const handshakeMs = 8_000;

/** `data-<name>` on the launcher's script element; in `boot` and `update` the same names in camel case. */
export const launcherAttributes = [
  'token',
  'token-endpoint',
  'sign-in-url',
  'boot',
  'launcher',
  'position',
  'offset',
  'label',
  'title',
  'locale',
  'theme',
  'accent',
  'open',
  'new-tab',
  'restore',
  'z-index',
] as const;
export type LauncherAttribute = (typeof launcherAttributes)[number];

/** The reasons to ask a host page for a token. */
export const tokenReasons = ['boot', 'refresh', 'expired', 'revoked', 'identify'] as const;
export type TokenReason = (typeof tokenReasons)[number];

export const launcherEvents = [
  'ready',
  'open',
  'close',
  'unread',
  'conversation',
  'response',
  'usage',
  'token',
  'signedout',
  'error',
] as const;

export const launcherErrorCodes = [
  'embed_blocked',
  'handshake_timeout',
  'token_failed',
  'token_invalid',
  'tenant_unavailable',
  'user_disabled',
  'subscription',
  'quota',
  'network',
] as const;
export type LauncherErrorCode = (typeof launcherErrorCodes)[number];

/**
 * Messages between the windows, before there is a port. Both also carry `parley: 1`. `open` is null where the chat is
 * part of the page and cannot be closed; a theme (system, light, dark) or locale of null leaves the choice to the
 * chat. `restore` of false begins with a new conversation; null, and an earlier launcher, which sends none, leave it
 * to the chat.
 */
export const helloMessage = { hello: { nonce: 'word' } } as const;
export const initMessage = {
  init: { nonce: 'word', open: 'flag?', theme: 'word?', locale: 'word?', restore: 'flag?' },
} as const;

const dimension = { used: 'count', limit: 'count?' } as const;
/** Written out: a loop would cost the pages of others more bytes. */
const usage = {
  requests: dimension,
  priority: dimension,
  deep_dive: dimension,
} as const satisfies PerDimension<object>;

/** Messages over the port from the frame. They never contain the text of a message. */
export const frameMessages = {
  connected: {},
  ready: {},
  token: { id: 'count', reason: 'word' },
  signedout: {},
  close: {},
  unread: { count: 'count' },
  conversation: { conversation_uuid: 'word?' },
  /** `status`: complete, partial or failed. */
  response: { conversation_uuid: 'word?', message_uuid: 'word?', status: 'word' },
  usage: { ...usage, reset_at: 'word' },
  error: { code: 'word' },
} as const;

/** Messages over the port from the launcher. */
export const hostMessages = {
  token: { id: 'count', token: 'token' },
  token_failed: { id: 'count', final: 'flag' },
  /** Where visitors of the host page sign in; sent before a `token_failed` that is final. */
  sign_in: { url: 'token' },
  identify: {},
  state: { open: 'flag?', theme: 'word?', locale: 'word?' },
  /** The page around the frame as JSON, of which the chat makes `context.page`; null without any. */
  page: { page: 'token?' },
  ask: { text: 'prompt', send: 'flag' },
  new_conversation: {},
  open_conversation: { conversation_uuid: 'word' },
} as const;

export type InitMessage = Message<typeof initMessage>;
export type FrameMessage = Message<typeof frameMessages>;
export type HostMessage = Message<typeof hostMessages>;

/** Limits in UTF-16 units. A message with a longer field counts as unknown. */
const caps: Caps = { word: 100, token: 8_192, prompt: 64_000 };
type CapName = 'word' | 'token' | 'prompt';
type Caps = Readonly<Record<CapName, number> & Record<string, number | undefined>>;

type Kinds = Record<CapName, string> & { flag: boolean; count: number };
type Kind = keyof Kinds | `${keyof Kinds}?`;

interface Shape {
  readonly [name: string]: Kind | Shape;
}

type Value<K> = K extends keyof Kinds
  ? Kinds[K]
  : K extends `${infer Base extends keyof Kinds}?`
    ? Kinds[Base] | null
    : { readonly [N in keyof K]: Value<K[N]> };

/** A message of the table, discriminated by `t`. */
export type Message<T> = { [K in keyof T]: { readonly t: K } & Value<T[K]> }[keyof T];

/**
 * Whether `value` is a message of the table with every field present, of its type and within its limit. Unknown
 * fields are removed from it, so that nothing unchecked is passed on.
 */
export function acceptMessage<T extends Readonly<Record<string, Shape>>>(
  table: T,
  value: unknown,
): value is Message<T> {
  if (!isRecord(value)) return false;
  const { t } = value;
  const shape = typeof t === 'string' && Object.hasOwn(table, t) && table[t];
  return shape ? accept(shape, value) : false;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function accept(shape: Shape, value: unknown): boolean {
  if (!isRecord(value)) return false;
  for (const name of Object.keys(value)) if (name !== 't' && !Object.hasOwn(shape, name)) delete value[name];
  return Object.entries(shape).every(([name, kind]) =>
    typeof kind === 'string' ? isKind(kind, value[name]) : accept(kind, value[name]),
  );
}

function isKind(kind: string, value: unknown): boolean {
  if (kind.endsWith('?')) return value === null || isKind(kind.slice(0, -1), value);
  if (typeof value === 'string') return value.length <= (caps[kind] ?? -1);
  return kind === 'flag' ? typeof value === 'boolean' : kind === 'count' && Number.isSafeInteger(value);
}
