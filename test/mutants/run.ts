import { parseArgs } from 'node:util';
import { type Lane, openLane, type Verdict } from './lane.ts';
import { type DeclaredBreak, readBreaks } from './read-breaks.ts';
import type { Failure } from './run-tests.ts';

/**
 * Breaks one rule after the other in a scratch copy, and runs the tests that must notice.
 *
 *   npm run test:mutants -- [--test PATTERN] [--rule PATTERN] [--lanes N] [--list]
 */
const { values } = parseArgs({
  options: {
    test: { type: 'string' },
    rule: { type: 'string' },
    lanes: { type: 'string', default: '2' },
    list: { type: 'boolean' },
  },
});

const breaks = (await readBreaks()).filter(
  ({ test, rule }) =>
    new RegExp(values.test ?? '').test(test) && new RegExp(values.rule ?? '', 'i').test(rule),
);
const stopping = new AbortController();
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => stopping.abort());

if (values.list) for (const { test, rule } of breaks) console.log(`${test}: ${rule}`);
else process.exitCode = (await tryAll(breaks)) ? 0 : 1;

async function tryAll(chosen: readonly DeclaredBreak[]): Promise<boolean> {
  const count = Number(values.lanes);
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
    console.log(`${describe(verdict)}\n    ${broken.test}: ${broken.rule} (${broken.file})`);
  });
  if (stopping.signal.aborted) return false;
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 && passed > 0;
}

/** Test file → its first failure without any break, with which it cannot prove anything. */
async function findFailing(
  lanes: readonly Lane[],
  chosen: readonly DeclaredBreak[],
): Promise<ReadonlyMap<string, Failure>> {
  const files = [...new Set(chosen.map(({ test }) => test))].sort();
  const failing = new Map<string, Failure>();
  await eachIn(lanes, files, async (lane, file) => {
    const failure = await lane.runUnbroken([file]);
    if (failure !== null) failing.set(file, failure);
  });
  console.log(`${files.length - failing.size} of ${files.length} test files pass without a break`);
  return failing;
}

async function judge(
  lane: Lane,
  broken: DeclaredBreak,
  failing: ReadonlyMap<string, Failure>,
): Promise<Verdict> {
  const failure = failing.get(broken.test);
  if (failure === undefined) return lane.tryBreak(broken);
  return { kind: 'broken setup', reason: `${broken.test} fails without the break: ${failure.title}` };
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
