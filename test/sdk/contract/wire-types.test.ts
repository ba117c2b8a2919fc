import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { makeFolder } from '#test/machine/make-folder.ts';
import { printWireTypes } from '../../../scripts/sdk/wire-types.ts';
import { findTypeErrors, repository } from '../type-check.ts';

const wire = join(repository, 'src', 'sdk', 'wire.ts');

let folder: string;
before(() => {
  folder = makeFolder('parley-wire-');
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
});
after(() => rmSync(folder, { recursive: true }));

test("the types of the package are the contract's", () => {
  const written = printWireTypes();
  assert.deepEqual(namesIn(written).toSorted(), exportedNames().toSorted());
  assert.equal(compared(written), '');
});

test('a type of the package that differs is found', () => {
  const written = printWireTypes();
  const wrong = written.replace('attempt: number;', 'attempt: string;');
  assert.notEqual(wrong, written);
  assert.match(compared(wrong), /not assignable to type 'never'/);
});

/** The compiler's messages when each type as it is written out and as the contract has it replace each other. */
function compared(written: string): string {
  writeFileSync(join(folder, 'written.ts'), written);
  writeFileSync(
    join(folder, 'compared.ts'),
    [
      `import type * as contract from '${wire}';`,
      "import type * as written from './written.ts';",
      'type Same<Left, Right> = [Left] extends [Right] ? ([Right] extends [Left] ? true : never) : never;',
      ...exportedNames().map(
        (name) => `export const ${name}: Same<written.${name}, contract.${name}> = true;`,
      ),
    ].join('\n'),
  );
  return findTypeErrors({
    extends: join(repository, 'tsconfig.json'),
    compilerOptions: { typeRoots: [join(repository, 'node_modules', '@types')] },
    include: [],
    files: [join(folder, 'compared.ts')],
  });
}

function namesIn(declarations: string): string[] {
  return [...declarations.matchAll(/^export (?:type|interface) (\w+)/gm)].map(([, name = '']) => name);
}

/** `QuotaDimension as Dimension` is exported as `Dimension`. */
function exportedNames(): string[] {
  const lists = [...readFileSync(wire, 'utf8').matchAll(/export type \{([^}]*)\}/g)];
  return lists.flatMap(([, list = '']) =>
    list.split(',').flatMap((each) => each.match(/(\w+)\s*$/)?.[1] ?? []),
  );
}
