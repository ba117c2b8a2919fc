import type { adminEndpoints } from '#contract/endpoints/admin-endpoints.ts';
import type { consoleEndpoints } from '#contract/endpoints/console/console-endpoints.ts';
import type { operatorEndpoints } from '#contract/endpoints/operator-endpoints.ts';

/** The rows of everything that the console's page asks for. */
export type ConsoleEndpoints = typeof adminEndpoints & typeof operatorEndpoints & typeof consoleEndpoints;
