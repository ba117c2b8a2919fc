import type { Log } from '#adapters/log.ts';
import { PostgresHostedUserStore } from '#adapters/postgres/administration/hosted-user-store.ts';
import type { Database } from '#adapters/postgres/database/database.ts';
import { PostgresAccountStore } from '#adapters/postgres/sign-in/sign-in-store.ts';
import { PostgresThrottleStore } from '#adapters/postgres/sign-in/throttle-store.ts';
import { PostgresTenantStore } from '#adapters/postgres/tenants/tenant-store.ts';
import { PostgresToolServerHealth } from '#adapters/postgres/tools/tool-server-health.ts';
import { PostgresToolServerStore } from '#adapters/postgres/tools/tool-server-store.ts';
import { McpClient } from '#adapters/tools/mcp-client.ts';
import { nameResolver } from '#adapters/webhooks/resolve-name.ts';
import type { Config } from '#config';
import type { ToolServices } from '#core/operations/client/tools.ts';
import type { KnownDevices } from '#core/sign-in/known-device.ts';
import type { SignInTelemetry } from '#core/sign-in/sign-in-telemetry.ts';
import { ToolApprovals } from '#core/tools/approve-tools.ts';
import { ToolCalls } from '#core/tools/call-tools.ts';
import { ToolServerManager } from '#core/tools/manage-tool-servers.ts';
import { ToolTries } from '#core/tools/try-tool.ts';
import { addressesOf, webhookSecrets } from './events/start-webhooks.ts';
import { version } from './version.ts';

export interface ToolParts {
  readonly config: Config;
  /** The master secret. */
  readonly secret: string;
  readonly database: Database;
  readonly log: Log;
}

/** Calls to the servers of partners' tools, which go where webhooks may go. */
export function createToolCalls({ config, secret, database, log }: ToolParts): ToolCalls {
  return new ToolCalls({
    servers: new McpClient({
      addresses: addressesOf(config),
      proxy: config.webhookProxy?.reveal() ?? null,
      userAgent: `Parley/${version} (tools)`,
      version,
    }),
    secrets: webhookSecrets(secret, config),
    health: new PostgresToolServerHealth(database),
    onDisabled: ({ clientId, id }) =>
      log.warn({ client: clientId, toolServer: id }, 'A tool server was disabled'),
    onError: (error) => log.error({ error }, 'The answer of a tool server was not counted'),
  });
}

/** Tool servers and approvals, as partners, administrators and operators change them. */
export function createToolServices(
  parts: ToolParts,
  devices: KnownDevices,
  telemetry: SignInTelemetry,
): ToolServices {
  const { config, secret, database } = parts;
  const calls = createToolCalls(parts);
  const store = new PostgresToolServerStore(database);
  const tenants = new PostgresTenantStore(database);
  const people = {
    users: new PostgresHostedUserStore(database),
    accounts: new PostgresAccountStore(database),
    throttle: new PostgresThrottleStore(database),
    devices,
    telemetry,
  };
  return {
    toolServers: new ToolServerManager({
      ...{ store, tenants, calls },
      addresses: addressesOf(config),
      findAddresses: nameResolver(),
      secrets: webhookSecrets(secret, config),
    }),
    toolApprovals: new ToolApprovals(store, tenants),
    toolTries: new ToolTries(tenants, calls, people),
  };
}
