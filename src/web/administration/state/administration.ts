import { type ComponentChildren, type ComponentType, createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Call } from '#client/call.ts';
import type { Send, Tagged } from '#client/request.ts';

interface ReadDetails {
  /** That of the answer before, which is `unchanged` while it still holds. */
  readonly etag?: string | null;
  /** The page polls by itself, which does not keep the session of an absent operator alive. */
  readonly isPoll?: boolean;
  readonly signal?: AbortSignal | undefined;
}

export type Read = <T>(call: Call<T>, details?: ReadDetails) => Promise<'unchanged' | Tagged<T>>;

export interface SectionProps {
  readonly title: string;
  readonly note?: string;
  readonly tools?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** How the account page and the console differ, for the parts and screens that they share. */
export interface Administration {
  readonly api: { readonly read: Read; readonly send: Send };
  /** What to say of a failure; null: nothing. The page also notices by it that its session has ended. */
  readonly tell: (error: unknown) => string | null;
  /** Read where they are shown, because the reader may choose another language. */
  readonly words: () => SharedWords;
  /** What surrounds a list with its tools; where the page has a heading for it already, it shows no title. */
  readonly Section: ComponentType<SectionProps>;
  /** Whether what a button of a row is about belongs to its name; otherwise it is its description. */
  readonly namesRows: boolean;
  /** How often to read again what changes by itself; without it only when the reader asks for it. */
  readonly pollSeconds?: number;
}

interface SharedWords {
  readonly cancel: string;
  readonly saved: string;
  readonly more: string;
  readonly refresh: string;
  /** Closes what is shown only once. */
  readonly done: string;
}

export const AdministrationContext = createContext<Administration | null>(null);

export function useAdministration(): Administration {
  const administration = useContext(AdministrationContext);
  if (administration === null) throw new Error('There is no page around this component');
  return administration;
}
