import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { LiveTurn } from '#core/turn/live-turn.ts';
import { StepListener } from '#core/turn/steps/step-listener.ts';
import type { Break } from '#test/break.ts';
import { buildLiveTurn } from '#test/world/live-turn.ts';

const megabyte = 1024 * 1024;

describe('The text of a step', () => {
  it('is what its call has written, set apart from the text before', () => {
    const live = buildLiveTurn();
    live.onText('Let me see…');
    const listener = new StepListener(live, true);
    assert.equal(listener.text, '');
    for (const text of ['', 'Ü', 'ber ', '😀']) listener.onText(text);
    assert.equal(listener.text, 'Über 😀');
    assert.equal(live.complete().text, 'Let me see…\n\nÜber 😀');
  });

  it('is whole while it is in memory, in blocks or not', () => {
    const live = buildLiveTurn();
    const listener = new StepListener(live, false);
    const text = 'ä'.repeat(megabyte / 4);
    listener.onText(text);
    store(live);
    listener.onText(text);
    assert.equal(listener.text, text + text);
  });

  it('is none once its beginning has left memory', () => {
    const live = buildLiveTurn();
    live.onText('First');
    const listener = new StepListener(live, true);
    for (let times = 0; times < 3; times++) listener.onText('x'.repeat(megabyte));
    store(live);
    assert.equal(listener.text, null);
  });
});

function store(live: LiveTurn): void {
  for (let flush = live.flush(megabyte); flush.bytes > 0; flush = live.flush(megabyte)) flush.confirm();
}

export const breaks: readonly Break[] = [
  {
    rule: 'A text whose beginning is not in memory is none of a step',
    file: 'src/core/turn/steps/step-listener.ts',
    replace: 'if (range === null) return null;',
    by: 'if (range === null) return text;',
  },
  {
    rule: 'The text of a step begins behind what sets it apart',
    file: 'src/core/turn/steps/step-listener.ts',
    replace: 'this.#from ??= this.#live.bytes + this.#joint.length;',
    by: 'this.#from ??= this.#live.bytes;',
  },
];
