import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ProviderWatch, type ProviderWatchOptions } from '#core/health/provider-watch.ts';
import { Circuits } from '#core/models/circuit.ts';
import type { ProviderFinding } from '#core/models/model-provider.ts';
import type { Break } from '#test/break.ts';
import { unaskedProvider, works } from '#test/mock/unasked-provider.ts';

const refused: ProviderFinding = { status: 'fail', detail: 'refuses the key', unknownModels: [] };
const lacking: ProviderFinding = { status: 'warn', detail: 'does not know x', unknownModels: ['x'] };

describe('the health of the providers', () => {
  it('fails where none works, and warns where one does not or lacks a model', async () => {
    assert.equal(await statusOf(works, works), 'pass');
    assert.equal(await statusOf(works, refused), 'warn');
    assert.equal(await statusOf(works, lacking), 'warn');
    assert.equal(await statusOf(refused, refused), 'fail');
  });

  it('counts a provider that real calls found to be away', async () => {
    const circuits = new Circuits({ threshold: 1 });
    const world = open([works, works], { circuits });
    circuits.admit('p0')?.failed();
    assert.equal(await world.watch.status(), 'warn');
    circuits.admit('p1')?.failed();
    assert.equal(await world.watch.status(), 'fail');
  });

  it('shows partners what calls found, and a provider that a check could not use as unavailable', async () => {
    const circuits = new Circuits({ threshold: 2 });
    const world = open([works, refused, lacking], { circuits });
    circuits.admit('p0')?.failed();
    const seen = await world.watch.seen();
    assert.deepEqual(['p0', 'p1', 'p2'].map(seen), ['degraded', 'unavailable', 'available']);
  });

  it('asks each provider at most every 30 seconds, and only on demand', async () => {
    const world = open([works, works]);
    assert.equal(world.asked, 0);
    await Promise.all([world.watch.status(), world.watch.status()]);
    world.clock.now += 29_999;
    await world.watch.status();
    assert.equal(world.asked, 2);
    world.clock.now += 1;
    await world.watch.status();
    assert.equal(world.asked, 4);
  });

  it('is answered in time while a provider takes long, with what was known, and later with what it found', async () => {
    const { promise, resolve } = Promise.withResolvers<ProviderFinding>();
    const world = open([works, works]);
    world.answers[1] = () => promise;
    assert.equal(await world.watch.status(), 'warn');
    resolve(refused);
    await promise;
    world.answers[0] = async () => refused;
    assert.equal(await world.watch.status(), 'warn');
    world.clock.now += 30_000;
    assert.equal(await world.watch.status(), 'fail');
  });

  it('says when a provider stops working as configured and when it works again, once each', async () => {
    const world = open([works]);
    for (const finding of [works, refused, refused, works]) {
      world.answers[0] = async () => finding;
      world.clock.now += 30_000;
      await world.watch.status();
    }
    assert.deepEqual(world.changes, ['p0 fail', 'p0 pass']);
  });
});

async function statusOf(...findings: readonly ProviderFinding[]) {
  return await open(findings).watch.status();
}

function open(findings: readonly ProviderFinding[], more: Partial<ProviderWatchOptions> = {}) {
  const clock = { now: 0 };
  const changes: string[] = [];
  const answers = findings.map((finding) => () => Promise.resolve(finding));
  const world = {
    clock,
    changes,
    answers,
    asked: 0,
    watch: new ProviderWatch({ providers: [], circuits: new Circuits() }),
  };
  const providers = findings.map((_, index) =>
    unaskedProvider(`p${index}`, [], () => {
      world.asked += 1;
      return answers[index]?.() ?? Promise.reject(new Error('no such provider'));
    }),
  );
  world.watch = new ProviderWatch({
    providers,
    circuits: new Circuits(),
    onChange: (id, { status }) => changes.push(`${id} ${status}`),
    patienceMs: 20,
    now: () => clock.now,
    ...more,
  });
  return world;
}

export const breaks: readonly Break[] = [
  {
    rule: 'Vendors are asked at most every 30 seconds',
    file: 'src/core/health/provider-watch.ts',
    replace: '(this.#options.everyMs ?? 30_000)',
    by: '(this.#options.everyMs ?? 15_000)',
  },
  {
    rule: 'Partners see a provider that is down without traffic',
    file: 'src/core/health/provider-watch.ts',
    replace: "this.#statusOf(id) === 'fail' ? 'unavailable' : circuits.status(id)",
    by: 'circuits.status(id)',
  },
  {
    rule: 'Health fails where no provider works',
    file: 'src/core/health/provider-watch.ts',
    replace: "if (statuses.every((status) => status === 'fail')) return 'fail';",
    by: '',
  },
];
