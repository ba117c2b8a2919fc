import type { adminEndpoints } from '#contract/endpoints/admin-endpoints.ts';
import type { consoleEndpoints } from '#contract/endpoints/console/console-endpoints.ts';
import type { operatorEndpoints } from '#contract/endpoints/operator-endpoints.ts';

/** The rows that the console's page calls. */
export type ConsoleEndpoints = typeof adminEndpoints & typeof operatorEndpoints & typeof consoleEndpoints;
