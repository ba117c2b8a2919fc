import { createCall } from '#client/call.ts';
import type { ConsoleEndpoints } from '#client/routes/console-endpoints.ts';
import { consoleRoutes } from '#client/routes/console-routes.ts';

/** The calls of the console: its operations, and those about the operator's own session. */
export const call = createCall<ConsoleEndpoints>(consoleRoutes, '/api');
