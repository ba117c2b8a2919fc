import assert from 'node:assert/strict';
import type { Action } from '#contract/answers/action.ts';
import type { Conversation, ConversationList } from '#contract/resources.ts';
import type { ActionAnswer, ActionConfirmed } from '#contract/tools/actions.ts';
import { isFinal } from '#core/turn/turn.ts';
import { until } from '../reading/until.ts';
import { bodyOf, type JobCaller } from '../world/job-caller.ts';
import type { TestService } from '../world/process.ts';
import type { PartnerShop } from './partner-shop.ts';
import { type StatementKills, sidesOfBoundaries } from './statement-kills.ts';

export const asksToCancel = '[[tool:shop_cancel_order {"order_id":"7"}]]';
/** More than any confirmation has. */
const mostBoundaries = 60;

/** A question of a tool that writes, and what its reader knows of the yes. */
export interface SweptAction {
  readonly asker: JobCaller;
  readonly id: string;
  readonly where: string;
  /** The answer to the yes has come. Otherwise it may have arrived or not. */
  readonly isAcknowledged: boolean;
}

export interface Sweep {
  /** How often a process was killed. */
  readonly boundaries: number;
  /** Fewer, where some were killed before anything was asked. */
  readonly actions: readonly SweptAction[];
}

/** What the partner's own ledger says, beside what readers were told. */
export interface SweepLedger {
  readonly boundaries: number;
  readonly approved: number;
  readonly effects: number;
  /** Actions that happened more than once. */
  readonly doubled: number;
  /** Actions of which readers were told something that is untrue. */
  readonly silent: number;
}

export interface SweepOptions {
  readonly kills: StatementKills;
  /** Starts a process whose statements pass the kills. */
  readonly startVictim: () => Promise<TestService>;
  /** At a process that stays alive. */
  readonly caller: JobCaller;
  /** The next of the questions that were asked before; by default each is asked at the process that dies. */
  readonly askedBefore?: () => string;
}

/** A user whose process died over a question, and at which statement. */
export interface Asker {
  readonly asker: JobCaller;
  readonly where: string;
}

/** At every statement of a process that is told yes, on both sides of it, the process dies. Only questions are charged. */
export async function sweepClicks(options: SweepOptions): Promise<Sweep> {
  const { kills, caller, askedBefore } = options;
  const actions: SweptAction[] = [];
  const charged = await caller.used();
  let asked = 0;
  await atEveryBoundary(options, async (victim, where, arm) => {
    const id = askedBefore?.() ?? (await askToCancel(caller.at(victim)));
    if (askedBefore === undefined) asked += 1;
    arm();
    const job = await confirm(caller.at(victim), id).catch((error) => {
      if (!kills.hasKilled) throw error;
      return null;
    });
    const hasEnded = async () => job === null || isFinal((await caller.job(job)).status);
    await until(async () => kills.hasKilled || ((await hasEnded()) && kills.isAhead));
    if (kills.hasKilled) actions.push({ asker: caller, id, where, isAcknowledged: job !== null });
  });
  assert.equal(await caller.used(), charged + asked);
  return { boundaries: actions.length, actions };
}

/** At every statement of a process that is asked a question which a tool that writes has to answer, the process dies. */
export async function sweepQuestions(options: SweepOptions): Promise<Sweep> {
  const { kills, caller } = options;
  const askers: Asker[] = [];
  await atEveryBoundary(options, async (victim, where, arm) => {
    const asker = caller.as(`asker-${askers.length}`);
    arm();
    await asker
      .at(victim)
      .send('/stream', { prompt: asksToCancel })
      .then((response) => response.text())
      .catch(() => '');
    if (kills.hasKilled) askers.push({ asker, where });
  });
  return { boundaries: askers.length, actions: await confirmAll(askers) };
}

/** Says yes to what the answers ask, as far as they ask something. */
export async function confirmAll(askers: readonly Asker[]): Promise<readonly SweptAction[]> {
  const actions: SweptAction[] = [];
  for (const { asker, where } of askers) {
    const action = await until(() => lastAction(asker));
    if (action === 'none') continue;
    const { action_uuid: id, status } = action;
    const { ok, status: answered } = await decide(asker, id);
    assert.equal(
      ok,
      status === 'pending',
      `${where}: it was ${status}, and the yes was answered ${answered}`,
    );
    actions.push({ asker, id, where, isAcknowledged: ok });
  }
  return actions;
}

async function atEveryBoundary(
  { kills, startVictim }: SweepOptions,
  work: (victim: TestService, where: string, arm: () => void) => Promise<void>,
): Promise<void> {
  for (let nth = 0; nth < mostBoundaries; nth++) {
    let isOver = false;
    for (const side of sidesOfBoundaries) {
      await using victim = await startVictim();
      await work(victim, `${side} ${nth}`, () => kills.arm({ nth, side }, () => victim.kill('SIGKILL')));
      isOver ||= !kills.hasKilled;
      kills.disarm();
    }
    if (isOver) return;
  }
}

/** Compares what has happened with what readers are told once all is over. */
export async function settleLedger(shop: PartnerShop, { boundaries, actions }: Sweep): Promise<SweepLedger> {
  const counts = { approved: 0, effects: 0, doubled: 0, silent: 0 };
  for (const { asker, id, isAcknowledged } of actions) {
    const status = await until(async () => {
      const now = await statusOf(asker, id);
      return (isOver(now) || (now === 'pending' && !isAcknowledged)) && now;
    });
    const happened = shop.effects(`call_${id}`).length;
    if (isAcknowledged || !['pending', 'expired'].includes(status)) counts.approved += 1;
    counts.effects += happened;
    if (happened > 1) counts.doubled += 1;
    if (!mayHaveHappened[status].includes(happened)) counts.silent += 1;
  }
  return { boundaries, ...counts };
}

/** How often an action may have happened whose reader is told this. */
const mayHaveHappened: Readonly<Record<Action['status'], readonly number[]>> = {
  done: [1],
  unknown: [0, 1],
  failed: [0],
  expired: [0],
  declined: [0],
  pending: [0],
  confirmed: [],
  open: [],
};

/** Asks for a cancellation, and returns the action that the answer asks to confirm. */
export async function askToCancel(caller: JobCaller): Promise<string> {
  const response = await caller.send('/stream', { prompt: asksToCancel });
  const conversation = response.headers.get('x-conversation-id') ?? '';
  await response.text();
  const action = await actionIn(caller, conversation);
  return action?.action_uuid ?? assert.fail('nothing was asked');
}

export function decide(
  caller: JobCaller,
  id: string,
  decision: 'confirm' | 'decline' = 'confirm',
): Promise<Response> {
  return caller.fetch(`/actions/${id}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ external_user_id: caller.user, decision }),
  });
}

/** The turn that a yes begins. */
async function confirm(caller: JobCaller, id: string): Promise<string> {
  const answer = await decide(caller, id);
  assert.ok(answer.ok, `the yes was answered ${answer.status}`);
  return (await bodyOf<ActionConfirmed>(answer)).job_uuid;
}

async function statusOf(caller: JobCaller, id: string): Promise<Action['status']> {
  const response = await caller.fetch(`/actions/${id}?external_user_id=${caller.user}`);
  return (await bodyOf<ActionAnswer>(response)).action.status;
}

function isOver(status: Action['status']): boolean {
  return !['pending', 'confirmed', 'open'].includes(status);
}

/** What the only answer of a user asks, or `none`; null while it is being written. */
async function lastAction(caller: JobCaller): Promise<Action | 'none' | null> {
  const list = await bodyOf<ConversationList>(
    await caller.fetch(`/conversations?external_user_id=${caller.user}`),
  );
  const [conversation] = list.data;
  if (conversation === undefined) return 'none';
  const { conversation_uuid: id } = conversation;
  const { active_job_uuid } = await read(caller, id);
  return active_job_uuid === null ? ((await actionIn(caller, id)) ?? 'none') : null;
}

async function actionIn(caller: JobCaller, conversation: string): Promise<Action | undefined> {
  return (await read(caller, conversation)).messages.at(-1)?.actions?.[0];
}

async function read(caller: JobCaller, conversation: string): Promise<Conversation> {
  return bodyOf(await caller.fetch(`/conversations/${conversation}?external_user_id=${caller.user}`));
}
