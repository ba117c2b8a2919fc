import type { Break } from '../break.ts';

const tests = ['test/adapters/postgres/database/guards.test.ts'];

export const poolerBreaks: readonly Break[] = [
  {
    rule: 'Behind a pooler every statement runs under time limits',
    file: 'src/adapters/postgres/database/guards.ts',
    replace: 'Object.entries(guards).map(([name, value]) => `set_config',
    by: 'Object.entries(guards).slice(1).map(([name, value]) => `set_config',
    tests,
  },
  {
    rule: 'A direct connection carries its time limits as start-up parameters',
    file: 'src/adapters/postgres/database/guards.ts',
    replace: 'statement_timeout: guards.statement_timeout,',
    by: '',
    tests,
  },
  {
    rule: 'What is in force is compared with what must be',
    file: 'src/adapters/postgres/database/guards.ts',
    replace: 'inForce.get(name) !== String(value)',
    by: "name === '' && inForce.get(name) !== String(value)",
    tests,
  },
];
