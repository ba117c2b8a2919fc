import type { Administration } from '#core/administration/administration.ts';
import { type DemoUser, ensureDemoClient, ensureDemoUser } from '#core/administration/ensure-demo.ts';
import type { ClientStore } from '#core/clients/client-store.ts';
import type { OperatorManager } from '#core/operators/manage-operators.ts';
import type { Hosts } from '#http/server/hosts.ts';

export interface NoticeOptions {
  readonly hosts: Hosts;
  readonly clients: ClientStore;
  readonly administration: Pick<Administration, 'clients' | 'users'>;
  readonly modelLabels: readonly string[];
  /** The API and its documentation are served here. */
  readonly isDocumented: boolean;
  /** Tenants' pages are served here. */
  readonly isHosted: boolean;
  /** Null where no console is served. */
  readonly operators: Pick<OperatorManager, 'list'> | null;
  /** A first partner may be created, and its secrets printed. */
  readonly isDemo: boolean;
  /** The location of the data, without a password. */
  readonly database: string;
}

/**
 * What the operator sees when the service is ready. For the demo it includes a key and a password, each shown once.
 */
export async function readyNotice(options: NoticeOptions): Promise<string> {
  const { hosts, clients, administration, modelLabels, isDocumented, isHosted } = options;
  const { operators, isDemo, database } = options;
  const demo = isDemo ? await ensureDemoClient(clients, administration.clients) : null;
  const user = isDemo && isHosted ? await ensureDemoUser(clients, administration.users) : null;
  const lines = [
    'Parley is ready.',
    '',
    `  API        ${hosts.apiOrigin}/v1`,
    ...(isDocumented ? [`  Docs       ${hosts.apiOrigin}/docs`] : []),
    `  Sign-in    ${hosts.loginUrl}`,
    `  Tenants    ${hosts.tenantUrl('<slug>')}`,
    ...(await consoleLines(hosts, operators)),
    `  Models     ${modelLabels.join(', ')}`,
    `  Database   ${database}`,
    '  Partners   npx parley client create <slug>',
  ];
  if (demo !== null) lines.push('', ...demoLines(hosts, demo.apiKey));
  if (user !== null) lines.push('', ...userLines(hosts, user));
  return `\n${lines.join('\n')}\n\n`;
}

/** Nothing secret: the first link is printed to those who can run commands on the database. */
async function consoleLines(hosts: Hosts, operators: NoticeOptions['operators']): Promise<string[]> {
  if (operators === null) return [];
  const hasOwner = (await operators.list()).some(({ role }) => role === 'owner');
  return [
    `  Console    ${hosts.consoleUrl}`,
    ...(hasOwner ? [] : ['             first owner: npx parley operator link']),
  ];
}

function demoLines(hosts: Hosts, key: string): string[] {
  return [
    '  A first partner, "demo", was created. Its key is shown only once:',
    '',
    `    ${key}`,
    '',
    '  Ask a question:',
    '',
    `    curl -N ${hosts.apiOrigin}/v1/stream -H 'Authorization: Bearer ${key}' \\`,
    `      -H 'Content-Type: application/json' \\`,
    `      -d '{"prompt":"What is Parley?","context":{"external_user_id":"user-1"}}'`,
  ];
}

function userLines(hosts: Hosts, { slug, email, password }: DemoUser): string[] {
  return [
    '  A user to sign in with, shown only once:',
    '',
    `    ${hosts.tenantUrl(slug)}`,
    `    Email ${email}   Password ${password}   Tenant ${slug}`,
  ];
}
