import type { Signal } from '@preact/signals';

/** What a chat in a frame can do with the page around it. */
export interface FrameHost {
  /** False where the chat is a part of the page. */
  readonly canClose: Signal<boolean>;
  /** Hides the chat. */
  readonly close: () => void;
  /** Asks for another token after the session has ended. */
  readonly retry: () => void;
  /** Something was refused or could not be reached. */
  readonly onFailure: (error: unknown) => void;
}
