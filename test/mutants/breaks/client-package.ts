import type { Break } from '../break.ts';

const runtimes = ['test/sdk/runtimes.test.ts'];
const served = ['test/sdk/served.test.ts'];
const webhooks = ['test/sdk/webhooks.test.ts'];

export const clientPackageBreaks: readonly Break[] = [
  {
    rule: 'A request mode that the runtime does not implement is left out',
    file: 'src/sdk/fetch-modes.ts',
    replace: 'wanted.filter(isAccepted)',
    by: 'wanted.filter((mode) => isAccepted(mode) || true)',
    tests: runtimes,
  },
  {
    rule: 'The signal of the caller ends a request where AbortSignal.any is missing',
    file: 'src/sdk/transport.ts',
    replace: "else other.addEventListener('abort', () => controller.abort(other.reason), { once: true });",
    by: '',
    tests: runtimes,
  },
  {
    rule: 'A runtime without AbortSignal.any is served',
    file: 'src/sdk/transport.ts',
    replace: "typeof AbortSignal.any === 'function'",
    by: 'controller.signal.aborted === false',
    tests: runtimes,
  },
  {
    rule: 'CommonJS projects get a build of their own',
    file: 'scripts/sdk/compile-package.ts',
    replace: "require: { types: './cjs/index.d.ts', default: './cjs/index.js' },",
    by: '',
    tests: runtimes,
  },
  {
    rule: 'A redirect is not followed, since the secret is for one origin',
    file: 'src/sdk/fetch-modes.ts',
    replace: "redirect: 'manual'",
    by: "redirect: 'follow'",
    tests: ['test/sdk/requests.test.ts'],
  },
  {
    rule: 'A failed connection says why it failed',
    file: 'src/sdk/failed-connection.ts',
    replace: 'innermost(next) : error.message',
    by: "innermost(next) : ''",
    tests: ['test/sdk/failed-connection.test.ts'],
  },
  {
    rule: 'An answer that kept breaking keeps the reason of the last break',
    file: 'src/sdk/answer/server-events.ts',
    replace: '    onBreak?.(error);\n',
    by: '',
    tests: ['test/sdk/failed-connection.test.ts'],
  },
  {
    rule: 'The Python quick start reads what has arrived, not lines',
    file: 'docs/quick-start.md',
    replace: 'while piece := response.read1():',
    by: 'for piece in response:',
    tests: ['test/docs/guides.test.ts'],
  },
  {
    rule: 'The tabs of a guide print the same',
    file: 'docs/deep-dive.md',
    replace: "'options' => ['think_harder_retry' => true]",
    by: "'prompt' => 'How are jobs queued?'",
    tests: ['test/docs/guides.test.ts'],
  },
  {
    rule: 'The tabs of a guide leave the same with the service',
    file: 'docs/agents.md',
    replace: '    "prompt": "What is an agent?",',
    by: '    "prompt": "What is a queue?",',
    tests: ['test/docs/guides.test.ts'],
  },
  {
    rule: 'A guide names the files that its programs need',
    file: 'docs/errors.md',
    replace: ', and for Python and PHP [the file](quick-start.md#one-function-for-everything-else)',
    by: '',
    tests: ['test/docs/guides.test.ts'],
  },
  {
    rule: 'No guide assigns a variable that zsh keeps for itself',
    file: 'docs/jobs.md',
    replace: 'state=queued\n',
    by: 'state=queued\nstatus=queued\n',
    tests: ['test/docs/guides.test.ts'],
  },
  {
    rule: 'The same sources give the same package',
    file: 'scripts/sdk/pack-package.ts',
    replace: 'mtime: packedAt',
    by: 'mtime: Date.now()',
    tests: served,
  },
  {
    rule: 'The file of a version is cached for good',
    file: 'src/http/handlers/client-package.ts',
    replace: "'public, max-age=31536000, immutable'",
    by: "'no-cache'",
    tests: served,
  },
  {
    rule: 'A release goes on serving the packages of earlier ones',
    file: 'src/http/pages/client-packages.ts',
    replace: '.find((each) => each.version === version)',
    by: '.slice(-1).find((each) => each.version === version)',
    tests: served,
  },
  {
    rule: 'A webhook request that is too old, or too early, is refused',
    file: 'src/sdk/verify-webhook.ts',
    replace: '<= toleranceSeconds)',
    by: '>= 0)',
    tests: webhooks,
  },
  {
    rule: 'A signature of a webhook counts in its one spelling',
    file: 'src/sdk/verify-webhook.ts',
    replace: 'return btoa(decoded) === text ?',
    by: "return decoded !== '' ?",
    tests: webhooks,
  },
  {
    rule: 'An event has the members that the table of types gives it',
    file: 'src/core/turn/admission/quota-notices.ts',
    replace: 'reset_at: nextDay(day) }',
    by: 'resets_at: nextDay(day) }',
    tests: ['test/flows/events/events.test.ts'],
  },
];
