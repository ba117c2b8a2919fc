import type { FastifyInstance } from 'fastify';
import type { BrandStore } from '#core/brand/brand-store.ts';
import type { OperationServices } from '#core/operations/operations.ts';
import type { NetworkList } from '#core/shared/network-list.ts';
import { addAssetRoutes } from '../handlers/assets.ts';
import { addBrandRoutes } from '../handlers/brand.ts';
import { addConsolePage, type ConsolePage } from '../handlers/console/page.ts';
import { addConsoleSettings, type SettingsServices } from '../handlers/console/settings.ts';
import { addConsoleSignIn, type SignInServices } from '../handlers/console/sign-in.ts';
import { addConsoleOperations } from '../operations/by-operator.ts';
import { plainNotFound } from '../pages/not-found-page.ts';
import { hostPrefixes } from '../server/server.ts';

export interface ConsoleHostOptions extends ConsolePage, SettingsServices, SignInServices {
  readonly brands: BrandStore;
  readonly operations: OperationServices;
  /** Where operators may come from; null: from anywhere. */
  readonly networks: NetworkList | null;
}

/** The operator's own host: one page, and its API below `/api`. */
export function addConsoleHost(app: FastifyInstance, options: ConsoleHostOptions): void {
  const prefix = hostPrefixes.console;
  const api = `${prefix}/api`;
  app.decorateRequest('operator', null);
  const { hosts, networks } = options;
  app.addHook('onRequest', async (request, reply) => {
    if (networks === null || hosts.of(request.raw).kind !== 'console') return;
    if (!networks.has(request.ip)) return plainNotFound(reply);
  });
  addConsoleSignIn(app, api, options);
  addConsoleSettings(app, api, options);
  addConsoleOperations(app, api, options, options.operations);
  addConsolePage(app, prefix, options);
  addAssetRoutes(app, prefix, options.web);
  addBrandRoutes(app, prefix, options.brands, () => '');
}
