import type { ClientStore } from '#core/tenants/client-store.ts';
import { ensureDemoClient } from '#core/tenants/ensure-demo-client.ts';
import type { ClientManager } from '#core/tenants/manage-clients.ts';
import type { Hosts } from '#http/hosts.ts';

export interface NoticeOptions {
  readonly hosts: Hosts;
  readonly clients: ClientStore;
  readonly manager: ClientManager;
  readonly modelLabels: readonly string[];
}

/** What an operator sees when the service is ready; with a first key, once, on an installation without clients. */
export async function readyNotice({ hosts, clients, manager, modelLabels }: NoticeOptions): Promise<string> {
  const demo = await ensureDemoClient(clients, manager);
  const lines = [
    'Parley is ready.',
    '',
    `  API        ${hosts.apiOrigin}/v1`,
    `  Sign-in    ${hosts.loginUrl}`,
    `  Tenants    ${hosts.tenantUrl('<slug>')}`,
    `  Models     ${modelLabels.join(', ')}`,
  ];
  if (demo !== null) lines.push('', ...demoLines(hosts, demo.apiKey));
  return `\n${lines.join('\n')}\n\n`;
}

function demoLines(hosts: Hosts, key: string): string[] {
  return [
    '  A first partner, "demo", was created. Its key is shown this once:',
    '',
    `    ${key}`,
    '',
    '  Ask something:',
    '',
    `    curl -N ${hosts.apiOrigin}/v1/stream -H 'Authorization: Bearer ${key}' \\`,
    `      -H 'Content-Type: application/json' \\`,
    `      -d '{"prompt":"What is Parley?","context":{"external_user_id":"user-1"}}'`,
  ];
}
