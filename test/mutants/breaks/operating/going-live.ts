import type { Break } from '../../break.ts';

const file = 'src/app/doctor/check-going-live.ts';
const tests = ['test/cli/going-live.test.ts'];

/** What `doctor --going-live` ticks. */
export const goingLiveBreaks: readonly Break[] = [
  {
    rule: 'An owner who has no passkey is none to go live with',
    file,
    replace: 'join operator_passkeys',
    by: 'left join operator_passkeys',
    tests,
  },
  {
    rule: 'A demo partner that is revoked is gone',
    file,
    replace: ' and enabled) as demo',
    by: ') as demo',
    tests,
  },
  { rule: 'Going live needs https', file, replace: "publicOrigin.startsWith('https://')", by: 'true', tests },
  {
    rule: 'A secret that the data folder alone holds is to be kept elsewhere',
    file,
    replace: 'databaseUrl !== null || secret !== null',
    by: 'true',
    tests,
  },
];
