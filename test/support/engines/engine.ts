/** An engine that is installed on this machine. */
export interface Engine {
  readonly name: 'Firefox' | 'WebKit';
  /** A window that shares nothing with others. */
  open(): Promise<EngineWindow>;
}

/**
 * What the flows need of a window. Expressions are JavaScript for the page, or for the frame that was entered.
 */
export interface EngineWindow extends AsyncDisposable {
  goTo(address: string): Promise<void>;
  evaluate<T>(expression: string): Promise<T>;
  /** Clicks as a person does: on what is in front at that place. */
  click(element: string): Promise<void>;
  /** Types into whatever is focused. */
  type(text: string): Promise<void>;
  press(key: EngineKey): Promise<void>;
  scroll(pixels: number): Promise<void>;
  resize(width: number, height: number): Promise<void>;
  /** Everything after it happens in the frame of this element; null goes back to the page. */
  enter(frame: string | null): Promise<void>;
  /** A PNG of the window. */
  picture(): Promise<Buffer>;
}

export type EngineKey = 'Enter' | 'Escape' | 'Tab' | 'PageUp' | 'End' | 'Space';
