import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LiveReader } from '#core/jobs/live-reader.ts';
import { ReadingPace } from '#core/jobs/reading-pace.ts';
import type { Cursor } from '#core/turn/cursor.ts';
import { start } from '#core/turn/cursor.ts';
import type { TurnEnd } from '#core/turn/turn.ts';
import type { TurnSink } from '#core/turn/turn-sink.ts';
import type { Break } from '#test/break.ts';
import { useFakeClock } from '#test/world/fake-clock.ts';
import { buildLiveTurn } from '#test/world/live-turn.ts';

const paceMs = 50;
const completed: TurnEnd = { kind: 'completed', finishReason: 'stop', tokens: { input: null, output: null } };

describe('A reader of a turn that runs here', () => {
  const clock = useFakeClock();

  function read({ pace = new ReadingPace(paceMs), from = start } = {}) {
    const live = buildLiveTurn();
    const sink = new KeptSink();
    return { live, sink, reader: new LiveReader(live, from, sink, { pausesProvider: true, pace }) };
  }

  it('is given the first text at once, and what comes after it in one write with the next tick', () => {
    const { live, sink } = read();
    live.onText('one ');
    assert.deepEqual(sink.texts, ['one ']);
    for (const delta of ['two ', 'three ', 'für ', 'five ']) live.onText(delta);
    assert.deepEqual(sink.texts, ['one ']);
    clock.pass(paceMs);
    assert.deepEqual(sink.texts, ['one ', 'two three für five ']);
    assert.deepEqual(sink.cursors, [
      { attempt: 1, bytes: 4 },
      { attempt: 1, bytes: 24 },
    ]);
  });

  it('is given no text before its tick, and never waits longer than a period', () => {
    const { live, sink } = read();
    live.onText('first ');
    for (let at = 0; at < 1_000; at += 20) {
      live.onText(`${at} `);
      clock.pass(20);
    }
    clock.pass(paceMs);
    assert.equal(sink.texts.length, 1 + 1_000 / paceMs + 1);
    assert.ok(
      sink.gaps.slice(1).every((gap) => gap === paceMs),
      `${sink.gaps}`,
    );
  });

  it('is given the first text at once when it joins late, with all that is there', () => {
    const live = buildLiveTurn();
    for (const delta of ['one ', 'two ', 'three ']) live.onText(delta);
    const sink = new KeptSink();
    const options = { pausesProvider: false, pace: new ReadingPace(paceMs) };
    new LiveReader(live, { attempt: 1, bytes: 4 }, sink, options);
    assert.deepEqual(sink.texts, ['two three ']);
    const upToDate = new KeptSink();
    new LiveReader(live, { attempt: 1, bytes: live.bytes }, upToDate, options);
    live.onText('four ');
    assert.deepEqual([sink.texts, upToDate.texts], [['two three '], ['four ']]);
  });

  for (const end of [
    completed,
    { kind: 'failed', code: 'provider_error' },
    { kind: 'cancelled', code: 'cancelled' },
    { kind: 'released' },
  ] as const) {
    it(`learns at once that the turn ended (${end.kind}), after all of its text`, async () => {
      const { live, sink, reader } = read();
      live.onText('one ');
      live.onText('two ');
      live.onText('three ');
      live.finish(end);
      assert.deepEqual(sink.texts, ['one ', 'two three ']);
      assert.deepEqual(await reader.done, end);
      assert.deepEqual(reader.cursor, { attempt: 1, bytes: 14 });
    });
  }

  it('is given 16 KiB before the tick', () => {
    const { live, sink } = read();
    live.onText('first ');
    live.onText('x'.repeat(16 * 1024 - 1));
    assert.equal(sink.texts.length, 1);
    live.onText('y');
    assert.equal(sink.texts[1]?.length, 16 * 1024);
    live.onText('late');
    clock.pass(paceMs);
    assert.deepEqual(sink.texts.slice(2), ['late']);
  });

  it('loses nothing when it is slow, and pauses the provider meanwhile', async () => {
    const { live, sink, reader } = read();
    const calls: string[] = [];
    live.onCalled({ pause: () => calls.push('pause'), resume: () => calls.push('resume') });
    const expected: string[] = [];
    const say = (text: string) => {
      expected.push(text);
      live.onText(text);
    };
    say('first ');
    sink.isFull = true;
    say('second ');
    clock.pass(paceMs);
    for (let count = 0; count < 70; count++) say(`${count}`.padStart(1024));
    clock.pass(10 * paceMs);
    assert.equal(sink.texts.length, 2);
    assert.deepEqual([...new Set(calls)], ['pause']);
    sink.drain();
    assert.equal(calls.at(-1), 'resume');
    say('last');
    live.finish(completed);
    assert.equal(sink.texts.join(''), expected.join(''));
    assert.deepEqual(await reader.done, completed);
  });

  it('keeps no timer once it is gone', () => {
    const { live, sink } = read();
    live.onText('one ');
    live.onText('two ');
    sink.leave();
    clock.pass(2 * paceMs);
    assert.deepEqual(sink.texts, ['one ']);
    assert.equal(live.readerCount, 0);
  });

  it('is given each text as it comes when the pace is 0', () => {
    const { live, sink } = read({ pace: new ReadingPace(0) });
    for (const delta of ['one ', 'two ', 'three ']) live.onText(delta);
    assert.deepEqual(sink.texts, ['one ', 'two ', 'three ']);
  });
});

/** Records what it receives, and when; `isFull` makes the next write the last until `drain`. */
class KeptSink implements TurnSink {
  readonly texts: string[] = [];
  readonly cursors: Cursor[] = [];
  readonly gaps: number[] = [];
  isFull = false;
  readonly #gone = new AbortController();
  #lastAt: number | null = null;
  #resume: (() => void) | null = null;

  get signal(): AbortSignal {
    return this.#gone.signal;
  }

  text(text: string, cursor: Cursor): boolean {
    this.texts.push(text);
    this.cursors.push(cursor);
    const at = performance.now();
    if (this.#lastAt !== null) this.gaps.push(at - this.#lastAt);
    this.#lastAt = at;
    return !this.isFull;
  }

  whenWritable(resume: () => void): void {
    this.#resume = resume;
  }

  drain(): void {
    this.isFull = false;
    this.#resume?.();
  }

  leave(): void {
    this.#gone.abort();
  }

  queued(): void {}

  reset(): boolean {
    return true;
  }

  ended(): void {}
}

export const breaks: readonly Break[] = [
  {
    rule: 'The first text of a stream waits for no tick',
    file: 'src/core/jobs/live-reader.ts',
    replace: 'this.#hasText && waiting < earlyBytes',
    by: 'waiting < earlyBytes',
  },
  {
    rule: 'Text that comes between two ticks is one write',
    file: 'src/core/jobs/live-reader.ts',
    replace: `this.#place.wait();
    else`,
    by: `this.#pump();
    else`,
  },
  {
    rule: 'The end of a stream waits for no tick, and comes behind all of its text',
    file: 'src/core/jobs/live-reader.ts',
    replace: `this.#end = end;
    this.#pump();`,
    by: 'this.#end = end;',
  },
  {
    rule: 'Sixteen kilobytes of text wait for no tick',
    file: 'src/core/jobs/live-reader.ts',
    replace: 'const earlyBytes = 16 * 1024;',
    by: 'const earlyBytes = 64 * 1024;',
  },
  {
    rule: 'A reader that is gone waits for no tick',
    file: 'src/core/jobs/live-reader.ts',
    replace: 'this.#place.leave();',
    by: '',
  },
];
