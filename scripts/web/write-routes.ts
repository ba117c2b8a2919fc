import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ChatEndpoints } from '../../src/client/routes/chat-endpoints.ts';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { accountEndpoints } from '../../src/contract/endpoints/account-endpoints.ts';
import { adminEndpoints } from '../../src/contract/endpoints/admin-endpoints.ts';
import { consoleEndpoints } from '../../src/contract/endpoints/console/console-endpoints.ts';
import { endpoints } from '../../src/contract/endpoints/endpoints.ts';
import { operatorEndpoints } from '../../src/contract/endpoints/operator-endpoints.ts';
import {
  ownAccountEndpoints,
  ownConversationEndpoints,
} from '../../src/contract/endpoints/session-endpoints.ts';

/** Writes method and path of each operation for pages, which must not load the schemas. A stale one does not compile. */
const folder = join(import.meta.dirname, '../../src/client/routes');

const chatEndpoints = {
  stream: endpoints.stream,
  followJob: endpoints.followJob,
  cancelJob: endpoints.cancelJob,
  listConversations: endpoints.listConversations,
  getConversation: endpoints.getConversation,
  renameConversation: endpoints.renameConversation,
  deleteConversation: endpoints.deleteConversation,
  saveFeedback: endpoints.saveFeedback,
  decideAction: endpoints.decideAction,
  getUsage: endpoints.getUsage,
  ...ownConversationEndpoints,
} satisfies Record<keyof ChatEndpoints, Endpoint>;

write('account-endpoints', 'account', 'Account', accountEndpoints);
write('console-endpoints', 'console', 'Console', {
  ...adminEndpoints,
  ...operatorEndpoints,
  ...consoleEndpoints,
});
write('chat-endpoints', 'chat', 'Chat', chatEndpoints);
write('chat-endpoints', 'session', 'Session', ownAccountEndpoints);
execFileSync('biome', ['format', '--write', folder], { stdio: 'ignore' });

function write(types: string, page: string, name: string, rows: Readonly<Record<string, Endpoint>>): void {
  const lines = Object.entries(rows).map(
    ([operation, { method, path }]) => `  ${operation}: ['${method}', '${path.replace(/^\/admin/, '')}'],`,
  );
  const text = `import type { Routes } from '../call.ts';
import type { ${name}Endpoints } from './${types}.ts';

/** Written by \`node scripts/web/write-routes.ts\` from the rows of the contract. */
export const ${page}Routes: Routes<${name}Endpoints> = {
${lines.join('\n')}
};
`;
  writeFileSync(join(folder, `${page}-routes.ts`), text);
}
