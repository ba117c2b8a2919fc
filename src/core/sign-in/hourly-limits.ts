import { bucketOf, countIn, type ThrottleStore } from './throttle.ts';

const hourSeconds = 60 * 60;

/** How often an hour: by the administrators of one tenant, and for one person. */
const most = { invitations: 100, resets: 10, 'endpoint-checks': 30 } as const;

/**
 * Counts what reaches people or machines outside: the service must not be usable to flood them. `name` is the tenant or
 * the person that it is counted for.
 */
export async function countHourly(
  store: ThrottleStore,
  what: keyof typeof most,
  name: string,
): Promise<void> {
  await countIn(store, [bucketOf(`hourly-${what}`, name, most[what])], hourSeconds);
}
