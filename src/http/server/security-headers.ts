type Headers = Readonly<Record<string, string>>;

const yearSeconds = 365 * 24 * 60 * 60;

/**
 * Headers of every response. HSTS excludes subdomains, because the host may have some that are not ours. Pages replace
 * the policy by their own.
 */
export function answerHeaders(publicOrigin: string): Headers {
  const isSecure = publicOrigin.startsWith('https:');
  return {
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    ...(isSecure ? { 'strict-transport-security': `max-age=${yearSeconds}` } : {}),
  };
}

/**
 * After a sign-out the browser keeps nothing of the origin. Cookies are excluded, because those of the whole site
 * would go, including the partner's and other tenants'.
 */
export const signedOutHeaders: Headers = { 'clear-site-data': '"cache", "storage"' };

const passkeyFeatures = ['publickey-credentials-create', 'publickey-credentials-get'];
const unusedFeatures = [
  ...['accelerometer', 'camera', 'display-capture', 'geolocation', 'gyroscope', 'hid', 'magnetometer'],
  ...['microphone', 'midi', 'payment', 'screen-wake-lock', 'serial', 'usb'],
];

/** Our pages need no device features. Chromium warns on each page about a feature that it does not know. */
export const permissionsPolicy: Headers = {
  'permissions-policy': [...unusedFeatures, 'publickey-credentials-get']
    .map((feature) => `${feature}=()`)
    .join(', '),
};

interface Policy {
  readonly formAction: string;
  readonly frameAncestors: string;
  /** Another directive; absent on pages without a manifest. */
  readonly manifest?: string;
}

/** The chat in a frame: only the client's origins may embed it, and none when none is configured. */
export function embedHeaders(origins: readonly string[]): Headers {
  return headersOf({ formAction: "'none'", frameAncestors: origins.join(' ') || "'none'" });
}

/** The chat as a page of its own, which can be installed as an app. */
export function chatPageHeaders(): Headers {
  return topLevel({ formAction: "'self'", frameAncestors: "'none'", manifest: "manifest-src 'self'" });
}

/** Every other page. */
export function pageHeaders(): Headers {
  return topLevel({ formAction: "'self'", frameAncestors: "'none'" });
}

/** The sign-in form ends at the tenant's origin after redirects, which some browsers check too. */
export function signInHeaders(tenantPattern: string): Headers {
  return topLevel({ formAction: `'self' ${tenantPattern}`, frameAncestors: "'none'" });
}

/** The console, in which people sign in with passkeys. */
export function consoleHeaders(): Headers {
  const features = [
    ...unusedFeatures.map((name) => `${name}=()`),
    ...passkeyFeatures.map((name) => `${name}=(self)`),
  ];
  return { ...pageHeaders(), 'permissions-policy': features.join(', ') };
}

/** An image that we serve, in case a browser opens it as a page. */
export const imageHeaders: Headers = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
};

function topLevel(policy: Policy): Headers {
  return { ...headersOf(policy), 'cross-origin-opener-policy': 'same-origin' };
}

function headersOf({ formAction, frameAncestors, manifest }: Policy): Headers {
  return {
    'content-security-policy': [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "connect-src 'self'",
      "img-src 'self' data:",
      "font-src 'self'",
      ...(manifest === undefined ? [] : [manifest]),
      "base-uri 'none'",
      `form-action ${formAction}`,
      `frame-ancestors ${frameAncestors}`,
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ].join('; '),
    'cross-origin-embedder-policy': 'require-corp',
    'cross-origin-resource-policy': 'cross-origin',
    'referrer-policy': 'no-referrer',
    'cache-control': 'private, no-store',
    ...permissionsPolicy,
  };
}
