import type { Break } from '../../break.ts';

const tests = ['test/web/embed/token-keeper.test.ts'];
const keeper = 'src/web/shared/embed/token-keeper.ts';
const claims = 'src/web/shared/embed/token-claims.ts';

export const tokenBreaks: readonly Break[] = [
  {
    rule: 'All requests that wait for a token share one question to the host page',
    file: keeper,
    replace: 'if (this.#renewal !== null) return this.#renewal;',
    by: '',
    tests,
  },
  {
    rule: 'A refused token that was renewed meanwhile is not renewed again',
    file: keeper,
    replace: 'refused === null || refused.token !== current.token',
    by: 'refused === null',
    tests,
  },
  {
    rule: 'The host page is told of a revoked session',
    file: keeper,
    replace: "code === 'session_revoked' ? 'revoked' : 'expired'",
    by: "code === '' ? 'revoked' : 'expired'",
    tests,
  },
  {
    rule: 'A token of another user reaches no request that waits',
    file: keeper,
    replace: 'return new Promise(() => {});',
    by: 'return Promise.resolve(token);',
    tests,
  },
  {
    rule: 'A token that was on its way while the identity changed is not used',
    file: keeper,
    replace: "return this.#renew('identify');\n        return await this.#adopt(token);",
    by: 'identity === 0;\n        return await this.#adopt(token);',
    tests,
  },
  {
    rule: 'A token that could not be renewed early is used until it ends',
    file: keeper,
    replace: "if (reason === 'refresh' && ",
    by: "if (reason === 'boot' && ",
    tests,
  },
  {
    rule: 'A page without a user is asked for a token once',
    file: keeper,
    replace: 'if (error instanceof TokenUnavailable && error.final) break;',
    by: 'if (!(error instanceof TokenUnavailable)) break;',
    tests,
  },
  {
    rule: 'A page that fails to give a token is asked five times',
    file: keeper,
    replace: 'const pausesMs = [0, 1_000, 2_000, 4_000, 8_000];',
    by: 'const pausesMs = [0, 1_000, 2_000, 4_000];',
    tests,
  },
  {
    rule: 'A token is renewed before its last minute',
    file: claims,
    replace: 'Math.max(60_000, lifetime / 10)',
    by: 'lifetime / 10',
    tests,
  },
  {
    rule: 'A clock that is hours ahead ends no token',
    file: claims,
    replace: 'Math.min(byClock, lifetime) : lifetime;',
    by: 'Math.min(byClock, lifetime) : 0;',
    tests,
  },
];
