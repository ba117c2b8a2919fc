import type { Listener } from './events.ts';
import type { Options } from './options.ts';
import type { MountTarget } from './place.ts';

/** `Parley.open()`, and also `Parley('open')`, which a page can queue before the launcher has loaded. */
export interface LauncherApi {
  /** Starts with these options, which override those of the script element. */
  boot(options?: Options): void;
  /** Changes the appearance. */
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
