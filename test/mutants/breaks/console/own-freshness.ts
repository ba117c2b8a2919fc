import type { Break } from '../../break.ts';

const rows = 'src/contract/endpoints/console/console-endpoints.ts';
const gate = 'src/http/session/console-gate.ts';
const tests = ['test/flows/console/own-routes.test.ts'];

/** Which of the operator's own routes need a passkey that was used just now. */
export const ownFreshnessBreaks: readonly Break[] = [
  {
    rule: 'Beginning to register a passkey needs a fresh one',
    file: rows,
    replace: "    fresh: 'unless_by_link',\n    operation: 'beginPasskey',",
    by: "    operation: 'beginPasskey',",
    tests,
  },
  {
    rule: 'Registering a passkey needs a fresh one',
    file: rows,
    replace: "    fresh: 'unless_by_link',\n    operation: 'addPasskey',",
    by: "    operation: 'addPasskey',",
    tests,
  },
  {
    rule: 'Deleting a passkey needs a fresh one',
    file: rows,
    replace: "fresh: 'always',",
    by: '',
    tests,
  },
  {
    rule: 'Ending the session of somebody else needs a fresh passkey',
    file: rows,
    replace: "fresh: 'for_others',",
    by: '',
    tests,
  },
  {
    rule: 'Ending a session of one’s own needs no fresh passkey',
    file: rows,
    replace: "fresh: 'for_others',",
    by: "fresh: 'always',",
    tests,
  },
  {
    rule: 'The row of a route of one’s own decides whether it needs a fresh passkey',
    file: 'src/http/routing/console-routes.ts',
    replace: '(open) => requireOwnFreshness(endpoint, open)',
    by: '() => undefined',
    tests,
  },
  {
    rule: 'Who came by a link may register a passkey',
    file: gate,
    replace: "session.kind !== 'link'",
    by: 'true',
    tests,
  },
];
