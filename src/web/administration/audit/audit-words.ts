import type { audit } from '#locales/en/account/audit.ts';

/** English is the model: what it has, each other language must have. */
export type AuditWords = typeof audit;

type Names = Readonly<Record<string, string>>;

/** What a page calls the parts of an entry. A later service may know more, which are then shown by their codes. */
export interface AuditText {
  readonly nothing: string;
  readonly yes: string;
  readonly no: string;
  readonly noLimit: string;
  readonly members: Names;
  readonly actions: Names;
  /** The values of members that have only a few. */
  readonly values: Readonly<Record<string, Names>>;
}

export function wordIn(known: Names | undefined, name: string): string | undefined {
  return known !== undefined && Object.hasOwn(known, name) ? known[name] : undefined;
}
