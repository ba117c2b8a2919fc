import type { Listener } from './events.ts';
import type { Options } from './options.ts';
import type { MountTarget } from './place.ts';

/** `Parley.open()`; as `Parley('open')` too, which a page can queue before the launcher is there. */
export interface LauncherApi {
  /** Begins with these options, over those of the script element. */
  boot(options?: Options): void;
  /** Changes how it looks. */
  update(options: Options): void;
  /** Another user, or none any more: from now on tokens come from here. */
  identify(options?: Options): void;
  /** Nobody. The frame is gone with everything in it; the button stays. */
  logout(): void;
  /** The end, until `boot`. */
  shutdown(): void;
  open(): void;
  close(): void;
  toggle(): void;
  /** The button. */
  show(): void;
  hide(): void;
  /** Opens and asks; with `send: false` the question waits in the composer. */
  ask(text: string, options?: { readonly send?: boolean }): void;
  newConversation(): void;
  openConversation(uuid: string): void;
  /** Into an element of the page; null is above the page again. */
  mount(target: MountTarget): void;
  on(name: string, listener: Listener): void;
  once(name: string, listener: Listener): void;
  off(name: string, listener: Listener): void;
  readonly isOpen: boolean;
  readonly unread: number;
  readonly version: string;
  /** The chat is there and knows its user. */
  readonly ready: boolean;
}
