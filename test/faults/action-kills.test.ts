import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ActionAnswer } from '#contract/actions.ts';
import type { Conversation } from '#contract/resources.ts';
import { until } from '#test/reading/until.ts';
import { StatementKills } from '#test/tools/statement-kills.ts';
import { openToolWorld } from '#test/tools/tool-world.ts';
import { bodyOf, type JobCaller } from '#test/world/job-caller.ts';

const sides = ['before', 'after'] as const;
/** More than any confirmation has. */
const mostBoundaries = 60;

describe('A process that is killed while it sends what was confirmed', () => {
  it('leaves one effect or none at every statement, and says nothing that is untrue', {
    timeout: 1_800_000,
  }, async (t) => {
    await using world = await openToolWorld();
    await using kills = await StatementKills.start(world.databaseUrl);
    // It stays alive, and takes over what the others leave.
    const other = await world.start();
    const caller = await world.caller(other);
    let boundaries = 0;
    for (let nth = 0; nth < mostBoundaries; nth++) {
      let isOver = false;
      for (const side of sides) {
        const victim = await world.start({ DATABASE_URL: kills.url });
        const action = await ask(caller.at(victim));
        const effects = world.shop.effects().length;
        kills.arm({ nth, side }, () => victim.kill('SIGKILL'));
        const clicked = await decide(caller.at(victim), action).catch(() => null);
        if (clicked?.ok) await settled(caller, action);
        const hasKilled = kills.hasKilled;
        kills.disarm();
        if (hasKilled) await victim.exited;
        const { status } = await settled(caller, action, clicked?.ok !== true);
        const happened = world.shop.effects().length - effects;
        t.diagnostic(
          `${nth} ${side}: ${hasKilled ? 'killed' : 'not reached'}, ${status}, ${happened} effects`,
        );
        audit(status, happened);
        if (hasKilled) boundaries += 1;
        else isOver = true;
        if (!hasKilled) victim.kill();
      }
      if (isOver) break;
    }
    t.diagnostic(`${boundaries} boundaries`);
    assert.ok(boundaries >= 18, `${boundaries} boundaries were seen`);
  });
});

function audit(status: string, happened: number): void {
  const allowed: Readonly<Record<string, readonly number[]>> = {
    done: [1],
    unknown: [0, 1],
    failed: [0],
    expired: [0],
    pending: [0],
  };
  assert.ok(allowed[status]?.includes(happened), `${status}, and it has happened ${happened} times`);
}

async function ask(caller: JobCaller): Promise<string> {
  const response = await caller.send('/stream', { prompt: '[[tool:shop_cancel_order {"order_id":"7"}]]' });
  const id = response.headers.get('x-conversation-id');
  await response.text();
  const { messages } = await bodyOf<Conversation>(
    await caller.fetch(`/conversations/${id}?external_user_id=${caller.user}`),
  );
  return messages.at(-1)?.actions?.[0]?.action_uuid ?? assert.fail('nothing was asked');
}

function decide(caller: JobCaller, id: string): Promise<Response> {
  return caller.fetch(`/actions/${id}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ external_user_id: caller.user, decision: 'confirm' }),
  });
}

/** The action once it is over; `mayPend`: its yes may never have arrived. */
function settled(caller: JobCaller, id: string, mayPend = false): Promise<ActionAnswer['action']> {
  return until(async () => {
    const { action } = await bodyOf<ActionAnswer>(
      await caller.fetch(`/actions/${id}?external_user_id=${caller.user}`),
    );
    const isOpen = action.status === 'confirmed' || action.status === 'open';
    return !isOpen && (mayPend || action.status !== 'pending') && action;
  });
}
