import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Circuits } from '#core/models/circuit.ts';
import type { Break } from '#test/break.ts';

describe('the circuit of a provider', () => {
  it('is available before any call, and after a success', () => {
    const { circuits } = setUp();
    assert.equal(circuits.status('p'), 'available');
    circuits.admit('p')?.failed();
    assert.equal(circuits.status('p'), 'degraded');
    circuits.admit('p')?.succeeded();
    assert.equal(circuits.status('p'), 'available');
  });

  it('opens after so many failures in a row, for its own provider only', () => {
    const { circuits } = setUp();
    fail(circuits, 2);
    assert.equal(circuits.status('p'), 'degraded');
    fail(circuits, 1);
    assert.equal(circuits.status('p'), 'unavailable');
    assert.equal(circuits.admit('p'), null);
    assert.equal(circuits.opensInMs('p'), 1_000);
    assert.equal(circuits.status('other'), 'available');
    assert.notEqual(circuits.admit('other'), null);
  });

  it('does not open when a success comes between', () => {
    const { circuits } = setUp();
    fail(circuits, 2);
    circuits.admit('p')?.succeeded();
    fail(circuits, 2);
    assert.equal(circuits.status('p'), 'degraded');
  });

  it('admits one probe when its time is over, which closes it', () => {
    const { circuits, clock } = setUp();
    fail(circuits, 3);
    clock.now += 1_000;
    assert.equal(circuits.status('p'), 'degraded');
    const probe = circuits.admit('p');
    assert.notEqual(probe, null);
    assert.equal(circuits.admit('p'), null);
    probe?.succeeded();
    assert.equal(circuits.status('p'), 'available');
  });

  it('stays open twice as long after each failed probe, up to a limit', () => {
    const { circuits, clock } = setUp();
    fail(circuits, 3);
    for (const expected of [2_000, 4_000, 4_000]) {
      clock.now += circuits.opensInMs('p');
      circuits.admit('p')?.failed();
      assert.equal(circuits.opensInMs('p'), expected);
    }
  });

  it('admits another probe when the first one ended without a verdict', () => {
    const { circuits, clock } = setUp();
    fail(circuits, 3);
    clock.now += 1_000;
    circuits.admit('p')?.released();
    assert.notEqual(circuits.admit('p'), null);
  });

  it('is not kept open longer by calls that began before', () => {
    const { circuits, clock } = setUp();
    const early = circuits.admit('p');
    fail(circuits, 3);
    clock.now += 900;
    early?.failed();
    assert.equal(circuits.opensInMs('p'), 100);
  });

  it('needs as many failures as before to open again once a probe has closed it', () => {
    const { circuits, clock } = setUp();
    fail(circuits, 3);
    clock.now += 1_000;
    circuits.admit('p')?.failed();
    clock.now += 2_000;
    circuits.admit('p')?.succeeded();
    fail(circuits, 2);
    assert.equal(circuits.status('p'), 'degraded');
    fail(circuits, 1);
    assert.equal(circuits.opensInMs('p'), 1_000, 'the first opening is short again');
    clock.now += 1_000;
    assert.notEqual(circuits.admit('p'), null, 'a probe that is over is no longer under way');
  });

  it('is closed by a call that began before, and opened by the failure of its probe alone', () => {
    const { circuits, clock } = setUp();
    const early = circuits.admit('p');
    fail(circuits, 3);
    clock.now += 1_500;
    assert.deepEqual([circuits.status('p'), circuits.opensInMs('p')], ['degraded', 0]);
    circuits.admit('p')?.failed();
    assert.equal(circuits.status('p'), 'unavailable');
    early?.succeeded();
    assert.equal(circuits.status('p'), 'available');
  });

  it('has a probe whose failure opens it again, however few failures there were', () => {
    const { circuits, clock } = setUp();
    fail(circuits, 3);
    clock.now += 1_000;
    const insisting = circuits.insist('p');
    const probe = circuits.admit('p');
    insisting.failed();
    assert.equal(circuits.opensInMs('p'), 0, 'a call that was made in spite of it is no probe');
    probe?.failed();
    assert.equal(circuits.opensInMs('p'), 2_000);
  });

  it('opens after five failures for ten seconds, and for two minutes at most', () => {
    const clock = { now: 0 };
    const circuits = new Circuits({ now: () => clock.now });
    fail(circuits, 4);
    assert.equal(circuits.status('p'), 'degraded');
    fail(circuits, 1);
    const openings: number[] = [];
    for (let probe = 0; probe < 6; probe += 1) {
      openings.push(circuits.opensInMs('p'));
      clock.now += circuits.opensInMs('p');
      circuits.admit('p')?.failed();
    }
    assert.deepEqual(openings, [10_000, 20_000, 40_000, 80_000, 120_000, 120_000]);
  });

  it('counts an answer that began well and broke', () => {
    const { circuits } = setUp();
    const permit = circuits.admit('p');
    permit?.succeeded();
    permit?.failed();
    assert.equal(circuits.status('p'), 'degraded');
  });
});

function setUp() {
  const clock = { now: 0 };
  const circuits = new Circuits({ threshold: 3, openMs: 1_000, maxOpenMs: 4_000, now: () => clock.now });
  return { circuits, clock };
}

function fail(circuits: Circuits, times: number): void {
  for (let count = 0; count < times; count += 1) circuits.admit('p')?.failed();
}

export const breaks: readonly Break[] = [
  {
    rule: 'A circuit opens after five failures in a row',
    file: 'src/core/models/circuit.ts',
    replace: 'options.threshold ?? 5',
    by: 'options.threshold ?? 50',
  },
  {
    rule: 'A circuit opens for ten seconds first',
    file: 'src/core/models/circuit.ts',
    replace: 'options.openMs ?? 10_000',
    by: 'options.openMs ?? 100_000',
  },
  {
    rule: 'A circuit opens for two minutes at most',
    file: 'src/core/models/circuit.ts',
    replace: 'options.maxOpenMs ?? 120_000',
    by: 'options.maxOpenMs ?? 12_000_000',
  },
  {
    rule: 'A circuit never opens for less than nothing',
    file: 'src/core/models/circuit.ts',
    replace: 'Math.max(0, this.#openUntil - this.#options.now())',
    by: 'this.#openUntil - this.#options.now()',
  },
  {
    rule: 'A success makes the next opening short again',
    file: 'src/core/models/circuit.ts',
    replace: `    this.#openings = 0;
`,
    by: '',
  },
  {
    rule: 'A success counts failures from the beginning',
    file: 'src/core/models/circuit.ts',
    replace: `    this.#failures = 0;
`,
    by: '',
  },
  {
    rule: 'A probe that succeeded is over',
    file: 'src/core/models/circuit.ts',
    replace: `        endProbe();
        this.#close();`,
    by: '        this.#close();',
  },
  {
    rule: 'A probe that ended without a verdict is over',
    file: 'src/core/models/circuit.ts',
    replace: '      released: endProbe,',
    by: '      released: () => {},',
  },
  {
    rule: 'A failed probe opens the circuit again',
    file: 'src/core/models/circuit.ts',
    replace: 'const wasProbe = probe;',
    by: 'const wasProbe = false;',
  },
  {
    rule: 'Only one probe is under way',
    file: 'src/core/models/circuit.ts',
    replace: 'if (this.#probing || this.opensInMs() > 0) return null;',
    by: 'if (this.opensInMs() > 0) return null;',
  },
  {
    rule: 'Calls that began before do not keep a circuit open',
    file: 'src/core/models/circuit.ts',
    replace: `    if (this.#openUntil !== null && !probe) return;
`,
    by: '',
  },
];
