import { scopes } from '#contract/closed-sets.ts';
import { createApiKey } from '#core/identity/api-key.ts';
import { ConsoleWorld } from '../console/console-world.ts';
import { operatorRolesByHand } from '../console/matrix-roles.ts';
import type { Hosted, Tenant, Visitor } from './hosted.ts';
import { forgeToken, unsignedToken } from './hosted-token.ts';
import type { RouteRow } from './route-rows.ts';

/** Status and code of a refusal; null: admitted. */
export type Verdict = readonly [number, string] | null;

export interface Credential {
  readonly name: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly judge: (row: RouteRow) => Verdict;
  /** It is like another one, but for a scope or a role. */
  readonly isVariant?: true;
  /** The routes that it is tried at; all by default. */
  readonly isOf?: (row: RouteRow) => boolean;
}

/** Every value that can take the place of a credential. `tenant` is the one whose host is asked. */
export interface Cast {
  readonly hosted: Hosted;
  readonly tenant: Tenant;
  readonly user: Visitor;
  readonly admin: Visitor;
  /** Parts of every secret that was created, to search the log for. */
  readonly secrets: string[];
}

const isVariant = true as const;
const invalidKey = [401, 'invalid_api_key'] as const;
const noSession = [401, 'session_required'] as const;

export async function credentialsOf(cast: Cast): Promise<readonly Credential[]> {
  const ofTenants = [
    ...(await keys(cast)),
    ...(await tokens(cast)),
    ...(await cookies(cast)),
    ...nothings(cast),
  ];
  const made = [...ofTenants.map(refusedByConsole), ...(await operators(cast))];
  for (const { headers } of made) cast.secrets.push(...Object.values(headers).map(secretIn));
  return made;
}

/** The console admits nothing of a tenant's, and looks first whose page asks. */
function refusedByConsole(credential: Credential): Credential {
  const judge = (row: RouteRow): Verdict => {
    if (row.credential !== 'console') return credential.judge(row);
    const isForeign = credential.headers['origin'] !== undefined && row.method !== 'GET';
    return isForeign ? [403, 'origin_not_allowed'] : noSession;
  };
  return { ...credential, judge };
}

/** Operators of each role who have just signed in, and an owner's session in places that are not its own. */
async function operators(cast: Cast): Promise<Credential[]> {
  const world = new ConsoleWorld(cast.hosted.api);
  const login = sessionOf(cast.tenant, cast.admin.browser);
  const made: Credential[] = [];
  let session = '';
  for (const role of operatorRolesByHand) {
    const { cookies: cookie } = await world.signedIn(role);
    session = cookie.replace(/^[^=]*=/, '');
    const judge = (row: RouteRow): Verdict => {
      if (row.credential !== 'console') return withoutAny(row);
      return row.roles.includes(role) ? null : [403, 'insufficient_scope'];
    };
    const variant = role === 'owner' ? {} : { isVariant };
    made.push({ name: `an operator with the role ${role}`, headers: { cookie }, judge, ...variant });
  }
  const misplaced = [
    bearer("an operator's session in the header", session, invalidKey),
    cookie(cast.tenant, "an operator's session as that of a tenant", session, [401, 'invalid_session']),
    {
      name: "a tenant's session as an operator's",
      headers: { cookie: `parley_console=${login}` },
      judge: withoutAny,
    },
  ];
  return [...made, ...misplaced.map(refusedByConsole)];
}

function withoutAny(row: RouteRow): Verdict {
  return row.credential === 'key' ? [401, 'missing_api_key'] : noSession;
}

/** Without anything, or with something that is not a credential. */
function nothings({ tenant }: Cast): Credential[] {
  const nothing = (name: string, headers: Credential['headers']) => ({
    name,
    headers,
    judge: withoutAny,
  });
  return [
    nothing('nothing', {}),
    nothing('a key in another header', { 'x-api-key': tenant.key }),
    nothing('Basic', { authorization: `Basic ${btoa(tenant.key)}` }),
    bearer('garbage', 'garbage', invalidKey),
    bearer('a well-formed key of nobody', createApiKey().key, invalidKey),
  ];
}

async function keys({ hosted, tenant }: Cast): Promise<Credential[]> {
  const operator = { kind: 'operator-cli' } as const;
  const { clients } = hosted.administration;
  const every = { scopes: [...scopes] };
  const revoked = await hosted.tenant(every);
  await clients.revoke(operator, revoked.slug);
  const rotated = await hosted.tenant(every);
  await clients.rotateKey(operator, rotated.slug);
  const lapsed = await hosted.tenant({ ...every, subscription_status: 'canceled' });
  const byScope = every.scopes.map(async (scope) => {
    const [without, only] = await Promise.all([
      hosted.tenant({ scopes: every.scopes.filter((other) => other !== scope) }),
      hosted.tenant({ scopes: [scope] }),
    ]);
    const isOf = (row: RouteRow) => row.scope === scope;
    const refused = (row: RouteRow): Verdict => (isOf(row) ? [403, 'insufficient_scope'] : null);
    return [
      { ...bearer(`a key without ${scope}`, without.key, refused), isVariant, isOf },
      { ...bearer(`a key with nothing but ${scope}`, only.key, () => null), isVariant, isOf },
    ];
  });
  return [
    bearer('its own key', tenant.key, () => null),
    bearer("another client's key", (await hosted.tenant(every)).key, () => null),
    bearer('the key of a revoked client', revoked.key, [401, 'client_disabled']),
    bearer('a rotated key', rotated.key, invalidKey),
    bearer('a key of a lapsed subscription', lapsed.key, (row) =>
      row.needsSubscription ? [402, 'subscription_inactive'] : null,
    ),
    ...(await Promise.all(byScope)).flat(),
  ];
}

async function tokens(cast: Cast): Promise<Credential[]> {
  const { hosted, tenant, user } = cast;
  const login = user.browser.cookie(tenant.host, 'parley_session') ?? '';
  const other = await hosted.tenant();
  const forged = (faults: Parameters<typeof forgeToken>[1]) => forgeToken(tenant, faults);
  const at = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;
  const revoked = [401, 'session_revoked'] as const;
  return [
    token('a minted token', await tenant.token('user-1'), null),
    token('a token made from the secret', await forged({}), null),
    token('an expired token', await forged({ claims: { exp: at(-1) } }), [401, 'session_expired']),
    token('a token that is not valid yet', await forged({ claims: { nbf: at(86_400) } })),
    token('a token of another tenant', await other.token('user-1')),
    token('a token of an old key id', await oldToken(tenant), revoked),
    token('a token of another secret', await forged({ secret: 'x'.repeat(40) })),
    token(
      'a token of another secret and key id',
      await forged({ secret: 'x'.repeat(40), header: { kid: 'another' } }),
    ),
    token('a token for another origin', await forged({ claims: { aud: other.url().slice(0, -1) } })),
    token('a token of another issuer', await forged({ claims: { iss: 'http://evil.example' } })),
    token('a token that never ends', await forged({ without: 'exp' })),
    token('a token of nobody', await forged({ without: 'sub' })),
    token('a token without type', await forged({ without: 'typ' })),
    token('a forged login', await forged({ claims: { typ: 'login', sub: `hu:${user.user.id}` } })),
    token('a login in the header', login),
    token('a token signed with HS512', await forged({ header: { alg: 'HS512' } })),
    token('a token without signature', unsignedToken(tenant)),
    token('a token of another type of document', await forged({ header: { typ: 'at+jwt' } })),
  ];
}

/** In the header. Where no token is expected, it counts as an invalid key, or is ignored. */
function token(name: string, text: string, verdict: Verdict = [401, 'invalid_session']): Credential {
  return bearerBy(name, text, (row) => {
    if (row.credential === 'session') return verdict;
    return row.credential === 'key' ? invalidKey : noSession;
  });
}

/** As it was minted before the tenant's key id was rotated. */
async function oldToken(tenant: Tenant): Promise<string> {
  const client = { ...tenant.client, handoffKid: crypto.randomUUID() };
  return forgeToken(Object.assign(Object.create(tenant), { client }));
}

async function cookies({ hosted, tenant, user, admin }: Cast): Promise<Credential[]> {
  const operator = { kind: 'operator-cli' } as const;
  const disabled = await tenant.visitor({ admin: true });
  const gone = await tenant.visitor({ admin: true });
  const signedIn = [disabled, gone].map(({ browser }) => sessionOf(tenant, browser));
  await hosted.administration.users.disable(operator, tenant.slug, disabled.user);
  await gone.browser.post(tenant.url('/session/end'), {});
  const login = sessionOf(tenant, admin.browser);
  const minted = await tenant.token('user-1');
  const other = await hosted.tenant();
  const elsewhere = sessionOf(other, (await other.visitor({ admin: true })).browser);
  const notAdmin = (row: RouteRow): Verdict =>
    row.credential === 'account' ? [403, 'admin_required'] : null;
  const invalid = [401, 'invalid_session'] as const;
  return [
    cookie(tenant, 'an administrator who signed in', login, () => null),
    cookie(tenant, 'a user who signed in', sessionOf(tenant, user.browser), notAdmin),
    cookie(tenant, 'a disabled user', signedIn[0] ?? '', [403, 'user_disabled']),
    cookie(tenant, 'somebody who signed out', signedIn[1] ?? '', [401, 'session_revoked']),
    cookie(tenant, 'a sign-in at another tenant', elsewhere, invalid),
    cookie(tenant, 'a minted token in the cookie', minted, invalid),
    cookie(tenant, 'a forged administrator', await forgeToken(tenant, { claims: { typ: 'login' } }), invalid),
    cookie(tenant, 'the session cookie twice', `${login}; parley_session=${login}`, noSession),
    {
      name: 'an administrator by a page of somebody else',
      headers: { cookie: `parley_session=${login}`, origin: other.url().slice(0, -1) },
      judge: (row) => {
        if (row.credential === 'key') return [401, 'missing_api_key'];
        return row.method === 'GET' ? null : [403, 'origin_not_allowed'];
      },
    },
  ];
}

function cookie(tenant: Tenant, name: string, session: string, verdict: Verdict | Credential['judge']) {
  const headers = { cookie: `parley_session=${session}`, origin: tenant.url().slice(0, -1) };
  const judge = (row: RouteRow): Verdict => {
    if (row.credential === 'key') return [401, 'missing_api_key'];
    return typeof verdict === 'function' ? verdict(row) : verdict;
  };
  return { name, headers, judge };
}

function sessionOf(tenant: Tenant, browser: Visitor['browser']): string {
  return browser.cookie(tenant.host, 'parley_session') ?? '';
}

/** A key, or a value in its place: not a session token, and ignored where only the cookie counts. */
function bearer(name: string, key: string, verdict: Verdict | Credential['judge']): Credential {
  return bearerBy(name, key, (row) => {
    if (row.credential === 'session') return [401, 'invalid_session'];
    if (row.credential === 'account' || row.credential === 'login') return noSession;
    return typeof verdict === 'function' ? verdict(row) : verdict;
  });
}

function bearerBy(name: string, text: string, judge: Credential['judge']): Credential {
  return { name, headers: { authorization: `Bearer ${text}` }, judge };
}

function secretIn(header: string): string {
  return header.replace(/^(?:Bearer |parley_(?:session|console)=)/, '');
}
