import assert from 'node:assert/strict';
import { it } from 'node:test';
import { CallPauses } from '#core/turn/process/call-pauses.ts';
import type { Break } from '#test/break.ts';
import { buildLiveTurn } from '#test/world/live-turn.ts';

const megabyte = 1024 * 1024;

/** A call to a model that notes what it is told. */
function notingCall() {
  const told: string[] = [];
  return { told, call: { pause: () => void told.push('pause'), resume: () => void told.push('resume') } };
}

it('a provider goes on when the last of several reasons is gone', () => {
  const pauses = new CallPauses();
  const { told, call } = notingCall();
  pauses.called(call);
  pauses.pause('reader');
  pauses.pause('reader');
  pauses.pause('process');
  assert.equal(pauses.resume('reader'), false);
  assert.equal(pauses.resume('reader'), false);
  assert.deepEqual(told, ['pause', 'pause']);
  assert.equal(pauses.resume('process'), true);
  assert.deepEqual(told, ['pause', 'pause', 'resume']);
});

it('a provider that is called while a reason stands is paused from its beginning', () => {
  const pauses = new CallPauses();
  pauses.called(notingCall().call);
  pauses.pause('process');
  const { told, call } = notingCall();
  pauses.called(call);
  assert.deepEqual(told, ['pause']);
  pauses.resume('process');
  assert.deepEqual(told, ['pause', 'resume']);
});

it('a provider rests while a megabyte of its text is not stored, and goes on once it is', () => {
  const live = buildLiveTurn();
  const { told, call } = notingCall();
  live.onCalled(call);
  live.onText('x'.repeat(megabyte));
  assert.deepEqual(told, []);
  live.onText('x');
  assert.deepEqual(told, ['pause']);
  live.flush(2 * megabyte).confirm();
  assert.deepEqual(told, ['pause', 'resume']);
});

export const breaks: readonly Break[] = [
  {
    rule: 'A provider rests while much of its text cannot be stored',
    file: 'src/core/turn/live-turn.ts',
    replace:
      "    if (this.#text.bytes - this.#text.storedBytes > unstoredBytes) this.#pauses.pause('turn');\n",
    by: '',
  },
  {
    rule: 'A provider goes on once its text is stored',
    file: 'src/core/turn/live-turn.ts',
    replace: "    if (left < unstoredBytes / 2) this.#pauses.resume('turn');\n",
    by: '',
  },
  {
    rule: 'A provider stays paused while any reason is left',
    file: 'src/core/turn/process/call-pauses.ts',
    replace: ' && this.#reasons.size === 0;',
    by: ';',
  },
  {
    rule: 'A provider that is called while a reason stands is paused',
    file: 'src/core/turn/process/call-pauses.ts',
    replace: '    if (this.#reasons.size > 0) call.pause();\n',
    by: '',
  },
];
