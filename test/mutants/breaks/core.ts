import type { Break } from '../break.ts';

export const gateBreaks: readonly Break[] = [
  {
    rule: 'A key without the scope of a route is refused',
    file: 'src/core/access/gate.ts',
    replace: 'if (!granted)',
    by: "if (!granted && String(scope) === '')",
    tests: ['test/flows/check-order.test.ts'],
  },
];
