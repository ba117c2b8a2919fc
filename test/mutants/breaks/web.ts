import type { Break } from '../break.ts';

const link = 'src/web/shared/embed/host-link.ts';
const linkTest = ['test/web/embed/host-link.test.ts'];
const channel = 'src/launcher/panel/channel.ts';
const hostile = ['test/browser/launcher-hostile.test.ts'];
const pages = ['test/flows/hosted/pages.test.ts'];
const consoleUnit = ['test/web/console/console.test.ts'];
const consolePages = ['test/screens/console-flows.test.ts'];

export const frameBreaks: readonly Break[] = [
  {
    rule: 'A frame takes a port from an origin that is allowed, and not from one that begins like it',
    file: link,
    replace: 'origins.includes(origin) &&',
    by: 'origins.some((one) => origin.startsWith(one)) &&',
    tests: linkTest,
  },
  {
    rule: 'A frame takes a port from an allowed origin only',
    file: link,
    replace: 'origins.includes(origin) &&',
    by: 'origins.length > 0 &&',
    tests: linkTest,
  },
  {
    rule: 'A frame takes no port where the browser names another ancestor than the sender',
    file: link,
    replace: '&& ancestor === origin;',
    by: '&& ancestor !== undefined;',
    tests: linkTest,
  },
  {
    rule: 'A frame takes a port from its parent only',
    file: link,
    replace: 'event.source !== frame.parent || ',
    by: '',
    tests: linkTest,
  },
  {
    rule: 'A frame takes a port for its own nonce only',
    file: link,
    replace: ' || data.nonce !== nonce',
    by: '',
    tests: linkTest,
  },
  {
    rule: 'A frame takes one port, and one only',
    file: link,
    replace: "      frame.removeEventListener('message', onMessage);\n",
    by: '',
    tests: linkTest,
  },
  {
    rule: 'A frame ignores what its protocol does not know',
    file: link,
    replace: 'if (acceptMessage(hostMessages, data)) onMessage(data);',
    by: "if (typeof data === 'object' && data !== null) onMessage(data as HostMessage);",
    tests: linkTest,
  },
  {
    rule: 'The launcher runs no second file but the one that it was built with',
    file: 'src/launcher/load-panel.ts',
    replace: '        integrity: `sha256-${parts[locale]?.[2]}`,\n',
    by: '',
    tests: ['test/browser/launcher-place.test.ts'],
  },
  {
    rule: 'A sign-in address that is no place of the web becomes no link',
    file: 'src/web/chat/embed/launched-chat.ts',
    replace: 'return url !== null && /^https?:$/.test(url.protocol) ? url.href : null;',
    by: 'return url?.href ?? null;',
    tests: ['test/browser/launcher-place.test.ts'],
  },
  {
    rule: 'A visitor with a token of the page is offered no page to sign in at',
    file: 'src/launcher/panel/cover.ts',
    replace: '!(token || tokenEndpoint || getToken)',
    by: 'Boolean(token || tokenEndpoint || getToken)',
    tests: hostile,
  },
  {
    rule: 'The current section of the account page is in view on a narrow screen',
    file: 'src/web/account/section-links.tsx',
    replace: 'if (link) row.scrollLeft +=',
    by: 'if (link) row.scrollTop +=',
    tests: ['test/browser/account-brand.test.ts'],
  },
  {
    rule: 'A fill has the accent as it is',
    file: 'src/contract/brand/look.ts',
    replace: "'--accent-fill': accent,",
    by: "'--accent-fill': readableAccent(accent)[theme],",
    tests: ['test/core/brand/look.test.ts'],
  },
  {
    rule: 'The text on the accent is readable',
    file: 'src/contract/brand/contrast.ts',
    replace: "< readableRatio ? '#000' : '#fff'",
    by: "< 0 ? '#000' : '#fff'",
    tests: ['test/core/brand/look.test.ts'],
  },
  {
    rule: "The launcher's port goes to the tenant's origin only",
    file: channel,
    replace: '...state() }, origin, [other]);',
    by: "...state() }, '*', [other]);",
    tests: hostile,
  },
  {
    rule: "A hello of another frame does not take over the launcher's port",
    file: channel,
    replace: 'source !== target || ',
    by: '',
    tests: hostile,
  },
  {
    rule: 'Only the configured origins may frame the chat',
    file: 'src/http/server/security-headers.ts',
    replace: "frameAncestors: origins.join(' ') || \"'none'\"",
    by: "frameAncestors: origins.join(' ') || '*'",
    tests: pages,
  },
  {
    rule: 'No page but the chat can be framed',
    file: 'src/http/server/security-headers.ts',
    replace: 'return topLevel({ formAction: "\'self\'", frameAncestors: "\'none\'" });',
    by: "return topLevel({ formAction: \"'self'\", frameAncestors: '*' });",
    tests: pages,
  },
];

export const originBreaks: readonly Break[] = [
  {
    rule: 'A change with a cookie needs this very origin',
    file: 'src/http/session/same-origin.ts',
    replace: 'if (request.headers.origin !== origin) throw',
    by: "if (!(request.headers.origin ?? '').startsWith('http')) throw",
    tests: ['test/flows/hosted/chat.test.ts'],
  },
  {
    rule: 'A change with a cookie needs an origin at all',
    file: 'src/http/session/same-origin.ts',
    replace: 'if (request.headers.origin !== origin) throw',
    by: 'if (request.headers.origin !== undefined && request.headers.origin !== origin) throw',
    tests: ['test/flows/hosted/chat.test.ts'],
  },
  {
    rule: 'A form of another origin is refused',
    file: 'src/http/session/same-origin.ts',
    replace: 'return named === origin;',
    by: 'return true;',
    tests: ['test/flows/hosted/sign-in.test.ts'],
  },
  {
    rule: 'A form that hides its origin comes from our own page only',
    file: 'src/http/session/same-origin.ts',
    replace: "return request.headers['sec-fetch-site'] === 'same-origin';",
    by: "return request.headers['sec-fetch-site'] !== 'cross-site';",
    tests: ['test/flows/hosted/sign-in.test.ts'],
  },
  {
    rule: 'A tenant is found by the Host alone, and a forwarded one counts from trusted proxies only',
    file: 'src/http/server/trusted-proxies.ts',
    replace: 'if (forwarded === undefined || !this.trusts(request.socket.remoteAddress)) return',
    by: 'if (forwarded === undefined) return',
    tests: ['test/flows/hosted/hosts.test.ts'],
  },
  {
    rule: 'Of several forwarded hosts the last one counts',
    file: 'src/http/server/trusted-proxies.ts',
    replace: ".split(',').at(-1)?.trim();",
    by: ".split(',').at(0)?.trim();",
    tests: ['test/flows/hosted/hosts.test.ts'],
  },
  {
    rule: 'A tenant is one label below the public host, and nothing below that',
    file: 'src/http/hosts/hosts.ts',
    replace: '/^[a-z0-9-]+$/.test(label) ?',
    by: "label !== '' ?",
    tests: ['test/http/edge-rules.test.ts'],
  },
  {
    rule: 'A request with two Hosts is refused',
    file: 'src/http/server/ambiguous-headers.ts',
    replace: "const single = ['host', 'authorization'];",
    by: "const single = ['authorization'];",
    tests: ['test/flows/requests/ambiguous-requests.test.ts'],
  },
];

export const consolePageBreaks: readonly Break[] = [
  {
    rule: 'The code of a link leaves the address before anything else happens',
    file: 'src/web/console/state/console.ts',
    replace: "  history.replaceState(null, '', '/');\n",
    by: '',
    tests: consolePages,
  },
  {
    rule: 'A change that needs a fresh passkey is sent again once the passkey was used',
    file: 'src/web/console/state/api.ts',
    replace: "error.code === 'fresh_passkey_required'",
    by: "error.code === 'session_expired'",
    tests: consoleUnit,
  },
  {
    rule: 'A change whose passkey is declined is not sent again',
    file: 'src/web/console/state/step-up.ts',
    replace: 'reject(new StepUpDeclined())',
    by: 'reject()',
    tests: consoleUnit,
  },
  {
    rule: 'Pages offer only what the role may do',
    file: 'src/web/console/state/use-session.ts',
    replace: 'operations.includes(operation)',
    by: 'operations.length > 0',
    tests: consolePages,
  },
  {
    rule: 'A hidden page asks for nothing',
    file: 'src/web/console/state/read-while-visible.ts',
    replace: "'visibilitychange', follow",
    by: "'never', follow",
    tests: consolePages,
  },
  {
    rule: 'A chart loses nothing of the keys that have no colour of their own',
    file: 'src/web/console/charts/series-of.ts',
    replace: 'series: hasRest',
    by: 'series: hasRest && days.length === 0',
    tests: consoleUnit,
  },
  {
    rule: 'An agent is named only where a tenant has several',
    file: 'src/http/pages/chat-data.ts',
    replace: 'if (agents.size < 2) return null;',
    by: '',
    tests: ['test/browser/chat.test.ts'],
  },
];
