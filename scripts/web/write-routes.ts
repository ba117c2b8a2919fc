import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { adminEndpoints } from '../../src/contract/endpoints/admin-endpoints.ts';
import { consoleEndpoints } from '../../src/contract/endpoints/console/console-endpoints.ts';
import type { Endpoint } from '../../src/contract/endpoints/endpoint.ts';
import { operatorEndpoints } from '../../src/contract/endpoints/operator-endpoints.ts';

/** Writes method and path of each operation for pages, which must not load the schemas. A stale one does not compile. */
const path = 'src/client/routes/console-routes.ts';
const rows: Readonly<Record<string, Endpoint>> = {
  ...adminEndpoints,
  ...operatorEndpoints,
  ...consoleEndpoints,
};
const lines = Object.entries(rows).map(
  ([name, { method, path: own }]) => `  ${name}: ['${method}', '${own.replace(/^\/admin/, '')}'],`,
);
const text = `import type { Routes } from '../call.ts';
import type { ConsoleEndpoints } from './console-endpoints.ts';

/** Written by \`node scripts/web/write-routes.ts\` from the rows of the contract. */
export const consoleRoutes: Routes<ConsoleEndpoints> = {
${lines.join('\n')}
};
`;
writeFileSync(path, text);
execFileSync('biome', ['format', '--write', path], { stdio: 'ignore' });
