import type { EmbeddingCheck, EmbeddingFinding } from '#contract/hosted.ts';
import type { Client } from './client.ts';
import { embeddingFinding } from './embedding-finding.ts';

/** One version of the launcher, as a page pins it. */
export interface PinnedLauncher {
  readonly version: string;
  /** Subresource Integrity: `sha384-…`. */
  readonly integrity: string;
}

/** The client can be embedded, and a single visitor could use up its daily limit. */
export function isUnguarded(
  client: Pick<Client, 'origins' | 'userLimits' | 'concurrentTurns' | 'concurrentTurnsPerUser'>,
): boolean {
  const { origins, userLimits, concurrentTurns, concurrentTurnsPerUser } = client;
  const isLimited =
    userLimits.requests !== null || concurrentTurns !== null || concurrentTurnsPerUser !== null;
  return origins.length > 0 && !isLimited;
}

/** The snippets for a partner's page: with the current launcher, or with a pinned version. */
export function embeddingSnippet(
  tenantUrl: string,
  accent: string | null = null,
  pinned: PinnedLauncher | null = null,
): string {
  const file = pinned === null ? 'launcher.js' : `launcher/${pinned.version}.js`;
  const integrity = pinned === null ? '' : `integrity="${pinned.integrity}" `;
  return (
    `<script src="${tenantUrl}/${file}" ${integrity}defer crossorigin="anonymous" ` +
    `data-token-endpoint="/api/chat-token"${accent === null ? '' : ` data-accent="${accent}"`}></script>`
  );
}

/** What a host page with its own Content-Security-Policy has to allow; `connect-src` is for its token endpoint. */
export function neededPolicy(tenantUrl: string): Readonly<Record<string, string>> {
  return { 'script-src': tenantUrl, 'frame-src': tenantUrl, 'connect-src': "'self'" };
}

/** Explains what keeps the chat out of a host page, from what the partner states about that page. */
export function checkEmbedding(
  tenantUrl: string,
  origins: readonly string[],
  check: EmbeddingCheck,
): readonly EmbeddingFinding[] {
  const origin = URL.parse(check.page_url)?.origin ?? null;
  const findings = [checkOrigin(origin, origins)];
  const policy = check.content_security_policy?.trim() ?? '';
  if (policy !== '') {
    const directives = parsePolicy(policy);
    findings.push(
      checkDirective(tenantUrl, directives, ['script-src-elem', 'script-src', 'default-src'], 'script'),
      checkDirective(tenantUrl, directives, ['frame-src', 'child-src', 'default-src'], 'frame'),
      ...(origin === null ? [] : checkConnect(new URL(origin), directives)),
    );
  }
  return findings;
}

function checkOrigin(origin: string | null, origins: readonly string[]): EmbeddingFinding {
  if (origin === null || origin === 'null') return embeddingFinding('origin', 'no_web_address');
  return origins.includes(origin)
    ? embeddingFinding('origin', 'origin_allowed', { origin })
    : embeddingFinding('origin', 'origin_missing', { origin, origins: [...origins] });
}

function checkDirective(
  tenantUrl: string,
  directives: ReadonlyMap<string, readonly string[]>,
  names: readonly string[],
  code: 'script' | 'frame',
): EmbeddingFinding {
  const directive = names.find((each) => directives.has(each));
  if (directive === undefined) return embeddingFinding(code, `${code}_unrestricted`);
  const sources = directives.get(directive) ?? [];
  if (sources.some((source) => allows(source, new URL(tenantUrl)))) {
    return embeddingFinding(code, 'source_allowed', { directive, source: tenantUrl });
  }
  const place = directive === 'default-src' ? `${code}-src` : directive;
  return embeddingFinding(code, `${code}_missing`, { directive, source: tenantUrl, add_to: place });
}

/** The launcher asks the page's own server for tokens. Nothing is said where the policy does not speak of it. */
function checkConnect(
  page: URL,
  directives: ReadonlyMap<string, readonly string[]>,
): readonly EmbeddingFinding[] {
  const sources = directives.get('connect-src') ?? directives.get('default-src');
  const ok = sources?.some((source) => /^'self'$/i.test(source) || allows(source, page)) ?? true;
  const directive = 'connect-src';
  if (!ok) {
    return [
      embeddingFinding('connect', 'connect_missing', { directive, source: "'self'", add_to: directive }),
    ];
  }
  return directives.has(directive) ? [embeddingFinding('connect', 'connect_allowed')] : [];
}

function parsePolicy(policy: string): ReadonlyMap<string, readonly string[]> {
  const directives = new Map<string, readonly string[]>();
  for (const part of policy.split(';')) {
    const [name = '', ...sources] = part.trim().split(/\s+/);
    // When a directive is repeated, browsers use the first one.
    if (name !== '' && !directives.has(name.toLowerCase())) directives.set(name.toLowerCase(), sources);
  }
  return directives;
}

/** Whether a source expression of a policy matches an origin, by the rules of browsers. */
function allows(source: string, target: URL): boolean {
  const text = source.toLowerCase();
  if (text === '*' || text === target.protocol) return true;
  const match = /^(?:([a-z][a-z0-9+.-]*):\/\/)?(\*\.)?([a-z0-9.-]+)(?::(\d+|\*))?\/?$/.exec(text);
  if (match === null) return false;
  const [, scheme, wildcard, host = '', port] = match;
  const schemeFits = scheme === undefined || `${scheme}:` === target.protocol;
  const hostFits = wildcard === undefined ? target.hostname === host : target.hostname.endsWith(`.${host}`);
  return schemeFits && hostFits && (port === '*' || (port ?? '') === target.port);
}
