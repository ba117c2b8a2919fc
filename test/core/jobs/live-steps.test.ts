import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LiveReader } from '#core/jobs/live-reader.ts';
import { ReadingPace } from '#core/jobs/reading-pace.ts';
import { type Cursor, formatCursor, start } from '#core/turn/cursor.ts';
import type { Step } from '#core/turn/process/turn-steps.ts';
import type { TurnEnd } from '#core/turn/turn.ts';
import type { TurnSink } from '#core/turn/turn-sink.ts';
import type { Break } from '#test/break.ts';
import { useFakeClock } from '#test/world/fake-clock.ts';
import { buildLiveTurn } from '#test/world/live-turn.ts';

const paceMs = 50;
const completed: TurnEnd = { kind: 'completed', finishReason: 'stop', tokens: { input: null, output: null } };

describe('The steps of a turn that runs here', () => {
  const clock = useFakeClock();

  function read(live = buildLiveTurn(), from = start) {
    const sink = new OrderedSink();
    const pace = new ReadingPace(paceMs);
    return { live, sink, reader: new LiveReader(live, from, sink, { pausesProvider: true, pace }) };
  }

  it('come between the text before them and the text behind them', () => {
    const { live, sink } = read();
    live.onThinking();
    live.onThinking();
    live.onText('one ');
    live.onText('two ');
    live.onThinking();
    live.onText('three ');
    assert.deepEqual(sink.order, [
      ...['running at 1.0', 'done at 1.0', 'one ', 'two '],
      ...['running at 1.8', 'done at 1.8'],
    ]);
    clock.pass(paceMs);
    assert.equal(sink.order.at(-1), 'three ');
  });

  it('are told again to a reader that joins, each as it stands', () => {
    const { live } = read();
    live.onThinking();
    live.onText('one ');
    live.onThinking();
    const { sink } = read(live, { attempt: 1, bytes: 4 });
    assert.deepEqual(sink.order, ['done at 1.4', 'running at 1.4']);
  });

  it('wait for a reader that is slow', () => {
    const { live, sink } = read();
    sink.isFull = true;
    live.onText('one ');
    live.onThinking();
    assert.deepEqual(sink.order, ['one ']);
    live.onText('two ');
    live.onThinking();
    sink.drain();
    assert.deepEqual(sink.order, ['one ', 'done at 1.4', 'two ', 'running at 1.8']);
  });

  it('are thirty-two at most, whatever the model does', () => {
    const { live, sink } = read();
    for (let count = 0; count < 100; count++) {
      live.onThinking();
      live.onText('x');
    }
    live.finish(completed);
    assert.equal(sink.order.filter((each) => each.startsWith('running')).length, 32);
    assert.equal(sink.order.filter((each) => /^x+$/.test(each)).join(''), 'x'.repeat(100));
  });

  for (const [end, status] of [
    [completed, 'done'],
    [{ kind: 'failed', code: 'provider_error' }, 'failed'],
    [{ kind: 'cancelled', code: 'cancelled' }, 'failed'],
  ] as const) {
    it(`end with their turn (${end.kind})`, () => {
      const { live, sink } = read();
      live.onThinking();
      live.finish(end);
      assert.deepEqual(sink.order, ['running at 1.0', `${status} at 1.0`]);
    });
  }

  it('of tools run beside each other, and text does not end them', () => {
    const { live, sink } = read();
    live.steps.tool('one', 'Looks up orders', 'running');
    live.steps.tool('other', 'Looks up prices', 'running');
    live.onText('one ');
    live.steps.tool('other', 'Looks up prices', 'failed');
    live.finish(completed);
    assert.deepEqual(sink.order, [
      ...['running at 1.0', 'running at 1.0', 'one ', 'failed at 1.4'],
      'done at 1.4',
    ]);
  });

  it('go on where the turn does: another attempt says that they are void', () => {
    const { live, sink } = read();
    live.onThinking();
    live.finish({ kind: 'released' });
    assert.deepEqual(sink.order, ['running at 1.0']);
  });
});

/** Keeps texts, and what becomes of steps, in their order; `isFull` makes the next text the last until `drain`. */
class OrderedSink implements TurnSink {
  readonly order: string[] = [];
  readonly signal = new AbortController().signal;
  isFull = false;
  #resume = () => {};

  text(text: string): boolean {
    this.order.push(text);
    return !this.isFull;
  }

  step({ status }: Step, cursor: Cursor): void {
    this.order.push(`${status} at ${formatCursor(cursor)}`);
  }

  whenWritable(resume: () => void): void {
    this.#resume = resume;
  }

  drain(): void {
    this.isFull = false;
    this.#resume();
  }

  queued(): void {}

  reset(): boolean {
    return true;
  }

  ended(): void {}
}

export const breaks: readonly Break[] = [
  {
    rule: 'A step is told behind the text before it',
    file: 'src/core/jobs/live-reader.ts',
    replace: '      if (step.bytes > this.#bytes) return;\n',
    by: '',
  },
  {
    rule: 'A step waits for no tick',
    file: 'src/core/jobs/live-reader.ts',
    replace: `  onStep(): void {
    this.#pump();`,
    by: `  onStep(): void {
    this.#place.wait();`,
  },
  {
    rule: 'A reader is told of thirty-two thoughts at most',
    file: 'src/core/turn/process/turn-steps.ts',
    replace: ' || this.#thoughts === mostThoughts',
    by: '',
  },
  {
    rule: 'A step is told in the order of its last change, as it stands then',
    file: 'src/core/turn/process/turn-steps.ts',
    replace: '...this.#all.filter(({ id }) => id !== step.id), step',
    by: '...this.#all, step',
  },
];
