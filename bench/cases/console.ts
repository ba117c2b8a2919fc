import { setTimeout as delay } from 'node:timers/promises';
import { type BenchCase, type Effort, type Finding, requestsFor } from '../case.ts';
import { startMock } from '../contenders/mock.ts';
import { type Parley, parleyEnvironment, startParley } from '../contenders/parley.ts';
import { profileOf } from '../measure.ts';
import { ConsoleSession } from '../support/console-session.ts';
import { fillConsole } from '../support/fill-console.ts';
import { runLoad } from '../support/run-load.ts';
import { ratios } from '../support/statistics.ts';

const CLIENTS = 10_000;
const TURNS = 10_000_000;
const CONSOLES = 20;
/** So long the service gives everyone the same answer: a read after it is one by the database. */
const SHARED_MS = 1_600;
const READS = 40;
const ADMISSIONS_PER_SECOND = 100;

/** What a screen asks when it opens, and how often a page that is seen asks for the first of it again. */
interface Screen {
  readonly name: string;
  readonly paths: readonly string[];
  readonly everySeconds: number | null;
}

const partner = '/clients/partner-777';
const SCREENS: readonly Screen[] = [
  { name: 'overview', paths: ['/overview', '/usage/series?by=client'], everySeconds: 15 },
  { name: 'partners', paths: ['/clients?include=today&limit=50'], everySeconds: null },
  { name: 'search', paths: ['/clients?include=today&limit=50&q=er-99'], everySeconds: null },
  {
    name: 'partner',
    paths: [`${partner}/overview`, '/usage/series?client=partner-777&by=model'],
    everySeconds: 30,
  },
  { name: 'end user', paths: [`${partner}/end-user?external_user_id=user-7`], everySeconds: null },
  { name: 'usage by model', paths: ['/usage/series?by=model'], everySeconds: null },
  { name: 'usage by partner', paths: ['/usage/series?by=client&from={quarter}'], everySeconds: null },
  { name: 'live', paths: ['/queue', '/turns?state=running&limit=50'], everySeconds: 5 },
  { name: 'providers', paths: ['/providers'], everySeconds: 15 },
  { name: 'agents', paths: ['/agents?limit=50'], everySeconds: null },
  { name: 'agent', paths: ['/agents/assistant/history'], everySeconds: null },
  { name: 'audit', paths: ['/audit?limit=50'], everySeconds: null },
  { name: 'audit of a partner', paths: ['/audit?limit=50&client=partner-777'], everySeconds: null },
  { name: 'settings', paths: ['/settings', '/doctor'], everySeconds: null },
];

/** Not among the cases of a run: filling the tables takes minutes and gigabytes. */
export const consoleCase: BenchCase = {
  id: 'console',
  title: 'Screens of the console, and admissions beside 20 of them, with 10,000 clients and 10,000,000 turns',
  async run(effort) {
    await using mock = await startMock({ deltas: 1, paceMs: 0 });
    const options = { roles: 'api,console', limits: { queue_capacity: 10_000_000 } };
    await using parley = await startParley(mock, options);
    const size = { clients: Math.ceil(CLIENTS * effort.scale), turns: Math.ceil(TURNS * effort.scale) };
    const seconds = await fillConsole(parley.postgres.url, size);
    process.stderr.write(`${size.clients} clients and ${size.turns} turns in ${Math.round(seconds)} s\n`);
    const port = Number(new URL(parley.client.origin).port);
    const environment = parleyEnvironment(mock.origin, parley.dataFolder, port, options);
    using session = await ConsoleSession.open(environment, port);
    const screens = await readScreens(session, effort);
    const admissions = await admitBesideConsoles(parley, session, effort);
    return {
      findings: [
        ...SCREENS.map((screen, nth) => findingOf(screen, screens[nth] ?? [])),
        ...admissionFindings(admissions),
      ],
      raw: { size, seconds, screens, admissions },
    };
  },
};

/** The duration of each opening of each screen: its slowest request, since a page sends them at the same time. */
async function readScreens(session: ConsoleSession, effort: Effort): Promise<readonly number[][]> {
  const took: number[][] = SCREENS.map(() => []);
  const openings = effort.rounds * requestsFor(effort, READS);
  for (let opening = 0; opening <= openings; opening += 1) {
    const startedAt = performance.now();
    for (const [nth, { paths }] of SCREENS.entries()) {
      const reads = await Promise.all(paths.map((path) => session.read(dated(path))));
      // The first opening finds no plans and empty caches.
      if (opening > 0) took[nth]?.push(Math.max(...reads.map(({ tookMs }) => tookMs)));
    }
    await delay(Math.max(0, SHARED_MS - (performance.now() - startedAt)));
  }
  return took;
}

/** The usage of 90 days, the most that the screen offers. */
function dated(path: string): string {
  return path.replace('{quarter}', new Date(Date.now() - 89 * 86_400_000).toISOString().slice(0, 10));
}

function findingOf({ name, paths }: Screen, took: readonly number[]): Finding {
  const requests = `${paths.length} ${paths.length === 1 ? 'request' : 'requests'}`;
  return {
    case: 'console',
    what: `p99 of ${name}, ${requests}`,
    unit: 'ms',
    values: [percentile(took, 0.99)],
    goal: { atMost: 100 },
  };
}

interface Rounds {
  readonly alone: readonly number[];
  readonly beside: readonly number[];
}

/** Jobs at a steady rate, which stay in the queue, without and with consoles; which of the two comes first changes. */
async function admitBesideConsoles(parley: Parley, session: ConsoleSession, effort: Effort): Promise<Rounds> {
  const target = parley.route({ method: 'POST', path: '/v1/jobs', expectedStatus: 202 });
  const requests = requestsFor(effort, ADMISSIONS_PER_SECOND * 60);
  const pattern = { kind: 'open', perSecond: ADMISSIONS_PER_SECOND, requests } as const;
  const admit = async () => (await runLoad(profileOf({ target }, pattern, null))).totalMs.p99;
  const besideConsoles = async () => {
    const closing = new AbortController();
    const open = Array.from({ length: CONSOLES }, (_, nth) => poll(session, nth, closing.signal));
    const p99 = await admit();
    closing.abort();
    await Promise.all(open);
    return p99;
  };
  await admit();
  const alone: number[] = [];
  const beside: number[] = [];
  for (let round = 0; round < effort.rounds; round += 1) {
    if (round % 2 === 0) alone.push(await admit());
    beside.push(await besideConsoles());
    if (round % 2 === 1) alone.push(await admit());
  }
  return { alone, beside };
}

const polling = SCREENS.filter(({ everySeconds }) => everySeconds !== null);

/** One console that stays at one of the screens that ask again by themselves. */
async function poll(session: ConsoleSession, nth: number, signal: AbortSignal): Promise<void> {
  const { paths, everySeconds } = polling[nth % polling.length] ?? {};
  const [path = '/overview'] = paths ?? [];
  const pauseMs = (everySeconds ?? 15) * 1000;
  let etag: string | null = null;
  try {
    // Consoles were opened at different times.
    await delay((pauseMs * nth) / CONSOLES, undefined, { signal });
    for (;;) {
      etag = (await session.read(path, etag)).etag;
      await delay(pauseMs, undefined, { signal });
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

function admissionFindings({ alone, beside }: Rounds): readonly Finding[] {
  const finding = { case: 'console', goal: null, unit: 'ms' } as const;
  return [
    {
      case: 'console',
      what: 'p99 of an admission, 20 consoles open / none',
      unit: '×',
      values: ratios(beside, alone),
      goal: { atMost: 1.1 },
    },
    { ...finding, what: 'p99 of an admission, no console', values: alone },
    { ...finding, what: 'p99 of an admission, 20 consoles', values: beside },
  ];
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
