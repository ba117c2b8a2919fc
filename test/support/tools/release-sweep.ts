import type { Database } from '#adapters/postgres/database/database.ts';
import { createEmptyDatabase } from '../database/test-database.ts';
import { until } from '../reading/until.ts';
import type { Release } from '../upgrade/release.ts';
import type { JobCaller } from '../world/job-caller.ts';
import type { TestService } from '../world/process.ts';
import { type Boundary, StatementKills } from './statement-kills.ts';
import { openToolWorld, type ToolWorld } from './tool-world.ts';

export const asksForOrders = '[[tool:shop_find_orders {"status":"open"}]]';
/** More than any process has behind the reply of a tool. */
const mostBoundaries = 20;

/** A database that the release before has made, with processes of both. */
export interface ReleaseWorld extends ToolWorld {
  startOld(): Promise<TestService>;
  /** A process of this version, alone. Its tools are offered once the database knows that no other one lives. */
  startAlone(): Promise<TestService>;
  /** A user of a partner who has approved the tools; each asks at a process of their own choice. */
  readonly user: JobCaller;
}

/** What a process of this version was about when it died, after one of the release before had come. */
export interface Killed<Begun> {
  readonly begun: Begun;
  readonly where: string;
}

export async function openReleaseWorld(release: Release): Promise<ReleaseWorld> {
  await using parts = new AsyncDisposableStack();
  const world = parts.use(await openToolWorld(createEmptyDatabase));
  const startOld = () => world.start({}, release.main);
  const old = await startOld();
  const first = await world.start();
  const user = await world.caller(first);
  await old[Symbol.asyncDispose]();
  await first[Symbol.asyncDispose]();
  const startAlone = async () => {
    const service = await world.start();
    await until(async () => /Order 7/.test(await answerOf(user.at(service), asksForOrders)));
    return service;
  };
  const rest = parts.move();
  return { ...world, startOld, startAlone, user, [Symbol.asyncDispose]: () => rest.disposeAsync() };
}

/**
 * Begins something that asks a tool, starts a process of the release before, and has the process that asked die at each
 * of its statements behind the tool's reply. The one of the release before takes over what was left, alone.
 */
export async function sweepReplies<Begun>(
  world: ReleaseWorld,
  side: Boundary['side'],
  begin: (victim: JobCaller, where: string) => Promise<Begun>,
): Promise<readonly Killed<Begun>[]> {
  const { database, shop } = world;
  await using kills = await StatementKills.start(world.databaseUrl);
  const killed: Killed<Begun>[] = [];
  for (let nth = 0; nth < mostBoundaries; nth++) {
    await using victim = await world.start({ DATABASE_URL: kills.url });
    const resume = shop.hold();
    const requests = shop.requests().length;
    const where = `${side} ${nth}`;
    const begun = await begin(world.user.at(victim), where);
    await shop.until(requests + 1);
    await using _ = await world.startOld();
    kills.arm({ nth, side }, () => victim.kill('SIGKILL'));
    resume();
    await until(async () => kills.hasKilled || ((await runningTurns(database)) === 0 && kills.isAhead));
    kills.disarm();
    if (!kills.hasKilled) return killed;
    await victim.exited;
    killed.push({ begun, where });
    await until(async () => (await runningTurns(database)) === 0);
  }
  throw new Error(`more than ${mostBoundaries} statements behind a reply`);
}

/** Those that wait and those that run. */
export async function runningTurns(database: Database): Promise<number> {
  const [row] = await database.query<{ count: number }>(
    `select count(*)::int from turns where state in ('queued', 'running')`,
  );
  return row?.count ?? 0;
}

export async function answerOf(caller: JobCaller, prompt: string): Promise<string> {
  return (await caller.send('/stream', { prompt })).text();
}
