import type { LauncherAttribute, TokenReason } from '#contract/launcher.ts';

/**
 * Returns a token, as `{ token }` or alone, or a promise of one. Null or an empty token: no user is signed in at the
 * host page.
 */
export type GetToken = (asked: { readonly reason: TokenReason | (string & {}) }) => unknown;

type CamelCase<S extends string> = S extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : S;

/** The script element's `data-*`, and options that only a script can set. */
export type Options = { readonly [A in LauncherAttribute as CamelCase<A>]?: string | undefined } & {
  readonly getToken?: GetToken | undefined;
};
