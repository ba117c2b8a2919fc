import type { Break } from '../../break.ts';

const tests = ['test/flows/hosted/hourly-limits.test.ts'];
const links = 'src/core/sign-in/password-links.ts';
const limits = 'src/core/sign-in/hourly-limits.ts';

/** What the service sends to strangers for the administrators of a tenant. */
export const hourlyLimitBreaks: readonly Break[] = [
  {
    rule: 'Administrators invite 100 people an hour',
    file: links,
    replace:
      "if (actor.kind === 'hosted-user') await countHourly(this.#options.throttle, 'invitations', tenant);",
    by: '',
    tests,
  },
  {
    rule: 'The limit of invitations is that of administrators, not of a backend',
    file: links,
    replace: "if (actor.kind === 'hosted-user') await countHourly",
    by: 'await countHourly',
    tests,
  },
  {
    rule: 'Invitations are counted for each tenant',
    file: limits,
    replace: 'name, most[what])',
    by: 'what, most[what])',
    tests,
  },
  {
    rule: 'The password of one person is reset ten times an hour',
    file: links,
    replace: "this.#options.throttle, 'resets', `",
    by: "this.#options.throttle, 'resets', crypto.randomUUID() + `",
    tests,
  },
  {
    rule: 'A token endpoint is tried 30 times an hour',
    file: 'src/http/handlers/account/account-tenant.ts',
    replace: "await countHourly(throttle, 'endpoint-checks', client.slug);",
    by: '',
    tests,
  },
  {
    rule: 'What is sent outside is counted by the hour',
    file: limits,
    replace: 'const hourSeconds = 60 * 60;',
    by: 'const hourSeconds = 60;',
    tests,
  },
];
