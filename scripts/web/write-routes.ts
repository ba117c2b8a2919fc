import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { accountEndpoints } from '../../src/contract/endpoints/account-endpoints.ts';
import { adminEndpoints } from '../../src/contract/endpoints/admin-endpoints.ts';
import { consoleEndpoints } from '../../src/contract/endpoints/console/console-endpoints.ts';
import type { Endpoint } from '../../src/contract/endpoints/endpoint.ts';
import { operatorEndpoints } from '../../src/contract/endpoints/operator-endpoints.ts';

/** Writes method and path of each operation for pages, which must not load the schemas. A stale one does not compile. */
const folder = join(import.meta.dirname, '../../src/client/routes');

write('account', 'Account', accountEndpoints);
write('console', 'Console', { ...adminEndpoints, ...operatorEndpoints, ...consoleEndpoints });
execFileSync('biome', ['format', '--write', folder], { stdio: 'ignore' });

function write(page: string, name: string, rows: Readonly<Record<string, Endpoint>>): void {
  const lines = Object.entries(rows).map(
    ([operation, { method, path }]) => `  ${operation}: ['${method}', '${path.replace(/^\/admin/, '')}'],`,
  );
  const text = `import type { Routes } from '../call.ts';
import type { ${name}Endpoints } from './${page}-endpoints.ts';

/** Written by \`node scripts/web/write-routes.ts\` from the rows of the contract. */
export const ${page}Routes: Routes<${name}Endpoints> = {
${lines.join('\n')}
};
`;
  writeFileSync(join(folder, `${page}-routes.ts`), text);
}
