import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ToolCallContext, ToolClient } from '#core/tools/tool-client.ts';
import { type SendingCalls, sendCalls } from '#core/turn/steps/send-calls.ts';
import { calledTool, type StoredCall } from '#core/turn/steps/turn-tools.ts';
import type { Break } from '#test/break.ts';
import { HeldTools } from '#test/tools/held-tools.ts';
import { buildTool } from '#test/tools/turn-tool.ts';
import { buildLiveTurn } from '#test/world/live-turn.ts';

const tool = buildTool('find_orders');
const never = () => new AbortController().signal;

describe('The calls of a step that are open', () => {
  it('are sent four at once, and the next when one has its answer', async () => {
    const held = new HeldTools();
    const sent = sendCalls(calls(6), sending(held));
    const counts = [held.asked];
    for (let answered = 0; answered < 6; answered++) {
      await held.answerNext();
      counts.push(held.asked);
    }
    assert.deepEqual(counts, [4, 5, 6, 6, 6, 6, 6]);
    assert.deepEqual(
      (await sent).map(({ callId, outcome }) => `${callId} ${outcome}`),
      calls(6).map(({ callId }) => `${callId} result`),
    );
  });

  it('are cut when the time of the turn for its tools is over, and those that wait are never sent', async () => {
    const held = new HeldTools();
    const time = new AbortController();
    const sent = sendCalls(calls(6), sending(held, { time: time.signal }));
    time.abort();
    assert.deepEqual(
      (await sent).map(({ outcome }) => outcome),
      ['unclear', 'unclear', 'unclear', 'unclear', 'unreached', 'unreached'],
    );
    assert.equal(held.asked, 4);
  });

  it('have no outcome where their turn was stopped meanwhile', async () => {
    const held = new HeldTools();
    const stop = new AbortController();
    const sent = sendCalls(calls(2), sending(held, { signal: stop.signal }));
    stop.abort();
    assert.deepEqual(await sent, []);
  });

  it('say for whom they are, and when a person has confirmed them where one was asked', async () => {
    const seen: ToolCallContext[] = [];
    const answer = { outcome: 'result', text: '', errorCode: null, bytes: 0 } as const;
    const noting: ToolClient = {
      call: async ({ context }) => {
        seen.push(context);
        return answer;
      },
    };
    const confirmedAt = new Date(7);
    const facts = { plan: 'pro' };
    const { turn } = buildLiveTurn({ confirmedAt, attempt: 2, context: { facts, page: null } });
    const { userId: externalUserId, agentSlug, conversationId, id: jobId } = turn;
    const [one, other] = calls(2);
    await sendCalls(
      [{ ...(one ?? assert.fail()), question: 'Look?' }, other ?? assert.fail()],
      sending(noting, { turn }),
    );
    const told = { externalUserId, facts, agentSlug, conversationId, jobId, attempt: 2, isTry: false };
    assert.deepEqual(seen, [
      { ...told, confirmedAt },
      { ...told, confirmedAt: null },
    ]);
  });

  it('are not sent under another approval', async () => {
    const held = new HeldTools();
    const offered = [buildTool('find_orders', { approvedAt: new Date(1) })];
    const [{ outcome } = assert.fail()] = await sendCalls(calls(1), sending(held, { offered }));
    assert.deepEqual([outcome, held.asked], ['unreached', 0]);
  });
});

function calls(count: number): readonly StoredCall[] {
  return Array.from({ length: count }, (_, nth) => ({
    ...{ id: `call_${nth}`, name: 'shop_find_orders', arguments: '{}', callId: `${nth}` },
    ...{ tool: calledTool(tool, null), status: 'open', sends: 1, question: null, result: null },
  }));
}

function sending(held: ToolClient, more: Partial<SendingCalls> = {}): SendingCalls {
  const { turn } = buildLiveTurn();
  const about = { turn, offered: [tool], calls: held, now: () => new Date() };
  return { ...about, signal: never(), time: never(), ...more };
}

export const breaks: readonly Break[] = [
  {
    rule: 'A tool is told what the partner says of the person',
    file: 'src/core/turn/steps/send-calls.ts',
    replace: 'facts: turn.context?.facts ?? null',
    by: 'facts: null',
  },
  {
    rule: 'A tool is told in which conversation it is asked',
    file: 'src/core/turn/steps/send-calls.ts',
    replace: 'conversationId: turn.conversationId',
    by: 'conversationId: null',
  },
  {
    rule: 'A tool is told which agent asks',
    file: 'src/core/turn/steps/send-calls.ts',
    replace: 'agentSlug: turn.agentSlug',
    by: 'agentSlug: null',
  },
  {
    rule: 'A tool is told which job asks',
    file: 'src/core/turn/steps/send-calls.ts',
    replace: 'jobId: turn.id',
    by: 'jobId: null',
  },
  {
    rule: 'A tool is told which attempt asks',
    file: 'src/core/turn/steps/send-calls.ts',
    replace: 'attempt: turn.attempt',
    by: 'attempt: 1',
  },
  {
    rule: 'Four calls of a step are sent at once',
    file: 'src/core/turn/steps/send-calls.ts',
    replace: 'const mostAtOnce = 4;',
    by: 'const mostAtOnce = 6;',
  },
  {
    rule: 'The time of a turn for its tools ends what is being sent',
    file: 'src/core/turn/steps/send-calls.ts',
    replace: 'AbortSignal.any([signal, time])',
    by: 'AbortSignal.any([signal])',
  },
  {
    rule: 'Nothing is sent after the time of a turn for its tools',
    file: 'src/core/turn/steps/send-calls.ts',
    replace: 'signal.aborted || time.aborted)',
    by: 'signal.aborted)',
  },
  {
    rule: 'What the end of an attempt has cut has no outcome',
    file: 'src/core/turn/steps/send-calls.ts',
    replace: "if (!sending.signal.aborted || outcome.outcome !== 'unclear') outcomes.push(outcome);",
    by: 'outcomes.push(outcome);',
  },
  {
    rule: 'A call is sent under its own approval only',
    file: 'src/core/turn/steps/turn-tools.ts',
    replace: 'approval.approvedAt.getTime() === called.approvedAt.getTime()',
    by: 'called.approvedAt.getTime() > -1',
  },
  {
    rule: 'Only a call that a person was asked about is said to be confirmed',
    file: 'src/core/turn/steps/send-calls.ts',
    replace: 'call.question === null ? null : (turn.confirmedAt ?? null)',
    by: 'turn.confirmedAt ?? null',
  },
];
