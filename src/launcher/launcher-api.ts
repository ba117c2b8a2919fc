import type { LauncherAttribute, TokenReason } from '#contract/launcher.ts';
import type { Listener } from './events.ts';
import type { MountTarget } from './place.ts';

/** `Parley.open()`, and also `Parley('open')`, which a page can queue before the launcher has loaded. */
export interface LauncherApi {
  /** Starts with these options, which override those of the script element. */
  boot(options?: Options): void;
  /** Changes the appearance, or says which page is open now. */
  update(options: Options): void;
  /** Another user, or none: from now on tokens come from here. */
  identify(options?: Options): void;
  /** Signs out. The frame is removed with everything in it; the button stays. */
  logout(): void;
  /** Removes everything, until the next `boot`. */
  shutdown(): void;
  open(): void;
  close(): void;
  toggle(): void;
  /** Shows or hides the button. */
  show(): void;
  hide(): void;
  /** Opens and asks; with `send: false` the question waits in the composer. */
  ask(text: string, options?: { readonly send?: boolean }): void;
  newConversation(): void;
  openConversation(uuid: string): void;
  /** Moves the chat into an element of the page; null moves it above the page again. */
  mount(target: MountTarget): void;
  on(name: string, listener: Listener): void;
  once(name: string, listener: Listener): void;
  off(name: string, listener: Listener): void;
  readonly isOpen: boolean;
  readonly unread: number;
  readonly version: string;
  /** The chat has loaded and knows its user. */
  readonly ready: boolean;
}

/**
 * Returns a token, as `{ token }` or alone, or a promise of one. Null or an empty token: no user is signed in at the
 * host page.
 */
type GetToken = (asked: { readonly reason: TokenReason | (string & {}) }) => unknown;

type CamelCase<S extends string> = S extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : S;

/** The script element's `data-*`, and options that only a script can set. */
export type Options = { readonly [A in LauncherAttribute as CamelCase<A>]?: string | undefined } & {
  readonly getToken?: GetToken | undefined;
  /** What is open, such as its `url` and `title`: the model is told with each question. Null: nothing any more. */
  readonly page?: Readonly<Record<string, string>> | null | undefined;
};
