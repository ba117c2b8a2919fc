import { parseArgs } from 'node:util';
import { type Lane, openLane, type Verdict } from './lane.ts';
import { type AreaBreak, readBreaks } from './read-breaks.ts';
import type { Failure } from './run-tests.ts';

/**
 * Breaks one rule after the other in a scratch copy, and runs the tests that must notice.
 *
 *   npm run test:mutants -- [--area NAME]… [--rule PATTERN] [--lanes 1|2] [--list]
 */
const { values } = parseArgs({
  options: {
    area: { type: 'string', multiple: true },
    rule: { type: 'string' },
    lanes: { type: 'string', default: '2' },
    list: { type: 'boolean' },
  },
});

const breaks = (await readBreaks()).filter(
  ({ area, rule }) =>
    (values.area === undefined || values.area.includes(area)) &&
    new RegExp(values.rule ?? '', 'i').test(rule),
);
const stopping = new AbortController();
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => stopping.abort());

if (values.list) for (const { area, rule } of breaks) console.log(`${area}: ${rule}`);
else process.exitCode = (await tryAll(breaks)) ? 0 : 1;

async function tryAll(chosen: readonly AreaBreak[]): Promise<boolean> {
  const count = values.lanes === '1' ? 1 : 2;
  await using opened = new AsyncDisposableStack();
  const lanes = await Promise.all(Array.from({ length: count }, () => openLane(stopping.signal)));
  for (const lane of lanes) opened.use(lane);
  const failing = await findFailing(lanes, chosen);
  let passed = 0;
  let failed = 0;
  await eachIn(lanes, chosen, async (lane, broken) => {
    const verdict = await judge(lane, broken, failing);
    if (verdict.kind === 'noticed') passed++;
    else failed++;
    console.log(`${describe(verdict)}\n    ${broken.area}: ${broken.rule} (${broken.file})`);
  });
  if (stopping.signal.aborted) return false;
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 && passed > 0;
}

/** Test file → its first failure without any break, with which it cannot prove anything. */
async function findFailing(
  lanes: readonly Lane[],
  chosen: readonly AreaBreak[],
): Promise<ReadonlyMap<string, Failure>> {
  const files = [...new Set(chosen.flatMap(({ tests }) => tests))].sort();
  const failing = new Map<string, Failure>();
  await eachIn(lanes, files, async (lane, file) => {
    const failure = await lane.runUnbroken([file]);
    if (failure !== null) failing.set(file, failure);
  });
  console.log(`${files.length - failing.size} of ${files.length} test files pass without a break`);
  return failing;
}

async function judge(lane: Lane, broken: AreaBreak, failing: ReadonlyMap<string, Failure>): Promise<Verdict> {
  const without = broken.tests.filter((file) => failing.has(file));
  if (without.length === 0) return lane.tryBreak(broken);
  const reasons = without.map((file) => `${file} fails without the break: ${failing.get(file)?.title}`);
  return { kind: 'broken setup', reason: reasons.join('; ') };
}

function describe(verdict: Verdict): string {
  switch (verdict.kind) {
    case 'noticed':
      return `ok   noticed by "${verdict.by.title}": ${verdict.by.error}`;
    case 'unnoticed':
      return 'FAIL NOT NOTICED';
    case 'broken setup':
      return `FAIL broken setup: ${verdict.reason}`;
  }
}

/** Each lane takes one item at a time, in order. */
async function eachIn<Item>(
  lanes: readonly Lane[],
  items: readonly Item[],
  work: (lane: Lane, item: Item) => Promise<void>,
): Promise<void> {
  const left = items.values();
  await Promise.all(
    lanes.map(async (lane) => {
      for (const item of left) {
        if (stopping.signal.aborted) return;
        await work(lane, item);
      }
    }),
  );
}
