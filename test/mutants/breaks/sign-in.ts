import type { Break } from '../break.ts';

const races = ['test/flows/hosted/sign-in-races.test.ts'];
const throttle = ['test/core/sign-in/throttle.test.ts'];
const throttled = ['test/flows/hosted/throttle.test.ts'];
const passwords = ['test/core/identity/password.test.ts'];
const tokens = ['test/core/identity/session-token.test.ts'];

export const signInBreaks: readonly Break[] = [
  {
    rule: 'a sign-in that succeeds touches the counters of no other account',
    file: 'src/adapters/postgres/sign-in/throttle-store.ts',
    replace: "'delete from login_throttle where bucket = $1'",
    by: "'delete from login_throttle where bucket = $1 or window_ends < now()'",
    tests: throttle,
  },
  {
    rule: 'a ticket is given only where the verified hash is still the account’s',
    file: 'src/adapters/postgres/sign-in/one-time-code-store.ts',
    replace: 'and id = $4 and password_hash = $5 for share',
    by: 'and id = $4 and ($5::text is null or true) for share',
    tests: races,
  },
  {
    rule: 'a ticket waits for a change of the password that is being committed',
    file: 'src/adapters/postgres/sign-in/one-time-code-store.ts',
    replace: 'and password_hash = $5 for share',
    by: 'and password_hash = $5',
    tests: races,
  },
  {
    rule: 'a hand-over code that a password change deleted starts no session',
    file: 'src/adapters/postgres/sign-in/login-session-writer.ts',
    replace: 'if (code === undefined) return false;',
    by: '',
    tests: races,
  },
  {
    rule: 'a code for the next password is spent in the transaction that sets it',
    file: 'src/core/sign-in/change-password.ts',
    replace: 'const holder = await change.codes.take(purposes, hashCode(code));',
    by: 'const holder = found;',
    tests: races,
  },
  {
    rule: 'strangers shut out their own network only',
    file: 'src/core/sign-in/network.ts',
    replace: "network: mapped.replace(/\\.\\d+$/, '')",
    by: "network: 'all'",
    tests: throttled,
  },
  {
    rule: 'a known device has a bucket of its own',
    file: 'src/core/sign-in/throttle.ts',
    replace: 'device === null\n',
    by: 'device === null || device !== null\n',
    tests: throttled,
  },
  {
    rule: 'one network alone cannot fill the total of an account',
    file: 'src/core/sign-in/throttle.ts',
    replace: 'for (const stage of stages)\n    await countIn(throttle, stage,',
    by: 'await countIn(throttle, stages.flat(),',
    tests: throttle,
  },
  {
    rule: 'one full bucket refuses an attempt that others would take',
    file: 'src/core/sign-in/throttle.ts',
    replace: 'buckets.some((each) => each.key === key && attempts > each.most)',
    by: 'buckets.every((each) => each.key === key && attempts > each.most)',
    tests: [...throttle, 'test/flows/hosted/hourly-limits.test.ts'],
  },
  {
    rule: 'an IPv6 site counts once, however many networks it has',
    file: 'src/core/sign-in/throttle.ts',
    replace: 'site === null ? []',
    by: 'site !== null ? []',
    tests: throttle,
  },
  {
    rule: 'a device vouches for the accounts that signed in there only',
    file: 'src/core/sign-in/known-device.ts',
    replace: 'Buffer.from(sign(key, id, tenant, email))',
    by: "Buffer.from(signatures[0] ?? '')",
    tests: ['test/core/sign-in/known-device.test.ts'],
  },
  {
    rule: 'a stranger cannot fill a mailbox with links to reset a password',
    file: 'src/core/sign-in/password-mail.ts',
    replace: 'const mostStanding = 5;',
    by: 'const mostStanding = 500;',
    tests: throttled,
  },
  {
    rule: 'an administrator’s reset goes by letter where a mail server is configured',
    file: 'src/core/sign-in/password-links.ts',
    replace: 'mayMail && this.#options.mailer.delivers',
    by: 'mayMail && !this.#options.mailer.delivers',
    tests: ['test/flows/hosted/password.test.ts'],
  },
  {
    rule: 'a reset ends the password that was there',
    file: 'src/core/administration/replace-password.ts',
    replace: 'await users.setPassword(clientId, userId, passwordHash, false);',
    by: 'void [users, passwordHash];',
    tests: ['test/core/administration/manage-users.test.ts'],
  },
  {
    rule: 'the issue of a link is told to the person whose password it chooses',
    file: 'src/core/administration/password-code.ts',
    replace: "if (delivery === 'link' && purpose === 'reset') await",
    by: "if (delivery === 'letter' && purpose === 'reset') await",
    tests: ['test/flows/hosted/account.test.ts'],
  },
  {
    rule: 'a password has at least twelve characters',
    file: 'src/contract/limits.ts',
    replace: 'passwordLength = { min: 12,',
    by: 'passwordLength = { min: 11,',
    tests: passwords,
  },
  {
    rule: 'a common password is refused',
    file: 'src/core/identity/password-weakness.ts',
    replace: "common.has(reading)) ? 'common' : null",
    by: 'common.has(reading)) ? null : null',
    tests: passwords,
  },
  {
    rule: 'a token that lives longer than any of ours is refused',
    file: 'src/core/identity/session-token.ts',
    replace: ' && expiresAt - issuedAt <= longestLifeSeconds[kind]',
    by: '',
    tests: tokens,
  },
  {
    rule: 'a token from the future is refused',
    file: 'src/core/identity/session-token.ts',
    replace: 'issuedAt <= now + clockSkewSeconds && ',
    by: 'now > 0 && clockSkewSeconds > 0 && ',
    tests: tokens,
  },
];

export const accountBreaks: readonly Break[] = [
  {
    rule: 'the account page says where one embedded visitor can use up the day',
    file: 'src/core/usage/read-tenant-usage.ts',
    replace: 'unguarded: isUnguarded(client),',
    by: 'unguarded: isUnguarded(client) && today.day === null,',
    tests: ['test/flows/hosted/account.test.ts'],
  },
  {
    rule: 'the account page shows who spends today',
    file: 'src/adapters/postgres/usage/tenant-usage-store.ts',
    replace: 'order by requests desc, external_user_id limit $2) t',
    by: 'order by requests, external_user_id limit 1 + 0 * $2) t',
    tests: ['test/flows/hosted/account.test.ts'],
  },
  {
    rule: 'That a user is disabled is said after the right password only',
    file: 'src/core/sign-in/sign-in.ts',
    replace: 'if (!isRight || account === null || !account.clientEnabled) throw',
    by: 'if (account !== null && !account.enabled) throw errors.userDisabled();\n  if (!isRight || account === null || !account.clientEnabled) throw',
    tests: ['test/flows/hosted/sign-in.test.ts'],
  },
];
