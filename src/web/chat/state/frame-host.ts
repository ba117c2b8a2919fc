import type { Signal } from '@preact/signals';

/** What a chat in a frame can do with the page around it. */
export interface FrameHost {
  /** False where the chat is part of the page. */
  readonly canClose: Signal<boolean>;
  /** Where the visitors of the page sign in; null when it does not say. */
  readonly signInUrl: Signal<string | null>;
  /** The page that is open, as JSON; null where it is not said. */
  readonly page: () => string | null;
  /** Hides the chat. */
  readonly close: () => void;
  /** Requests another token after the session has ended. */
  readonly retry: () => void;
  /** A request was refused or failed. */
  readonly onFailure: (error: unknown) => void;
  /** A question was not sent, because none can be. */
  readonly onBlocked: () => void;
}
