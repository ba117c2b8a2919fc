import type { Break } from '../../break.ts';

const tests = ['test/flows/console/operation-matrix.test.ts'];
const table = 'src/contract/endpoints/operation-table.ts';

/** Which role may do what. */
export const operationRoleBreaks: readonly Break[] = [
  {
    rule: 'A viewer cancels no turns',
    file: table,
    replace: "cancelTurn: operates('turn.cancel', people),",
    by: "cancelTurn: operates('turn.cancel', everyone),",
    tests,
  },
  {
    rule: 'Support rotates no keys',
    file: table,
    replace: "rotateKey: freshly(changes('client.rotate_key', everyWay, operators)),",
    by: "rotateKey: freshly(changes('client.rotate_key', everyWay, people)),",
    tests,
  },
];
