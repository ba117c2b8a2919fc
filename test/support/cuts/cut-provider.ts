import assert from 'node:assert/strict';
import { mockText } from '../mock/mock-provider.ts';
import { type Answered, problemOf } from '../reading/answered.ts';
import { type Api, openApi } from '../world/api.ts';
import type { Partner } from '../world/partner.ts';
import { linePositions, type Said, saidIn } from './cut-answer.ts';
import { checkEffects } from './cut-effects.ts';
import { type ByteCut, ProviderLane } from './cut-lane.ts';
import { within } from './cut-within.ts';

export interface ProviderSweepOptions {
  readonly signal: AbortSignal;
  readonly report: (line: string) => void;
}

/** Calls that are cut concurrently, each lane with a circuit of its own. */
const laneCount = 6;
const deltas = 3;

/**
 * Cuts the connection to the provider within and after every part of the request and of the answer, one cut per
 * trial, and compares what the caller received, what is stored and what was charged.
 */
export async function sweepProvider(options: ProviderSweepOptions): Promise<void> {
  await using parts = new AsyncDisposableStack();
  const lanes: ProviderLane[] = [];
  for (let count = 0; count < laneCount; count++) lanes.push(parts.use(await ProviderLane.start()));
  const providers = lanes.map(({ baseUrl }, index) => ({
    id: `lane-${index}`,
    label: `Lane ${index}`,
    wire: 'openai',
    base_url: baseUrl,
    models: [{ id: 'mock', window_tokens: 8_000 }],
  }));
  const api = parts.use(await openApi({ config: { providers } }));
  for (const lane of lanes) lane.leadTo(api.provider.baseUrl);
  const sweep = new ProviderSweep(options, api, lanes);
  await within(options.signal, sweep.run());
}

class ProviderSweep {
  readonly #options: ProviderSweepOptions;
  readonly #api: Api;
  readonly #lanes: readonly ProviderLane[];
  /** Charges that each end user keeps. */
  readonly #keeps = new Map<string, number>();
  readonly #clientIds: number[] = [];
  #points: ByteCut[] = [];

  constructor(options: ProviderSweepOptions, api: Api, lanes: readonly ProviderLane[]) {
    this.#options = options;
    this.#api = api;
    this.#lanes = lanes;
  }

  async run(): Promise<void> {
    const startedAt = performance.now();
    const partners = await Promise.all(this.#lanes.map((lane, index) => this.#partner(lane, index)));
    const todo = this.#points.values();
    await Promise.all(
      this.#lanes.map(async (lane, index) => {
        // The lanes share one list: a lane that is done with a point takes the next.
        for (const point of todo) await this.#cutAt(point, lane, partners[index]);
      }),
    );
    const service = this.#api.serviceOf();
    service.kill('SIGTERM');
    assert.deepEqual(await service.exited, { code: 0, signal: null });
    await checkEffects(this.#api.database, this.#clientIds, this.#keeps);
    const left = await this.#api.database.query(`select id from turns where state in ('queued', 'running')`);
    assert.deepEqual(left, []);
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
    this.#options.report(`${this.#points.length} cuts of calls to the provider, ${seconds} s`);
  }

  /** Its first answer, uncut, shows what there is to cut. */
  async #partner(lane: ProviderLane, index: number): Promise<Partner> {
    const providers = [`lane-${index}`];
    const partner = await this.#api.partner({ providers, model: `lane-${index}/mock:deltas=${deltas}` });
    this.#clientIds.push(partner.client.id);
    await this.#whole(partner);
    assert.deepEqual(saidIn(lane.last.answer), { text: mockText(deltas), isFinished: true });
    if (index === 0) this.#points = this.#pointsOf(lane);
    return partner;
  }

  #pointsOf({ last }: ProviderLane): ByteCut[] {
    return (['request', 'answer'] as const).flatMap((side) => {
      const bytes = last[side];
      const lines = linePositions(bytes);
      const every = Array.from({ length: bytes.length + 1 }, (_, at) => at);
      return [
        ...every.map((at): ByteCut => ({ side, at, how: 'reset', times: 'once' })),
        ...lines.map((at): ByteCut => ({ side, at, how: 'end', times: 'once' })),
        ...lines
          .filter((at) => side === 'request' || saidIn(bytes.subarray(0, at)).text === '')
          .map((at): ByteCut => ({ side, at, how: 'reset', times: 'always' })),
      ];
    });
  }

  async #cutAt(point: ByteCut, lane: ProviderLane, partner: Partner | undefined): Promise<void> {
    if (partner === undefined) throw new Error('a lane without a partner');
    try {
      const { cuts } = lane;
      lane.cut(point);
      const user = this.#user();
      const answer = await sendAs(user, partner);
      lane.calm();
      assert.ok(point.times === 'once' ? lane.cuts === cuts + 1 : lane.cuts > cuts, 'it was not cut');
      assert.equal(lane.lastCut[point.side].length, point.at);
      await this.#check(point, answer, saidIn(lane.lastCut.answer), user, partner);
      await this.#whole(partner);
    } catch (error) {
      throw new Error(`cut ${JSON.stringify(point)}`, { cause: error });
    }
  }

  async #check(
    { times }: ByteCut,
    answer: Answered,
    said: Said,
    user: string,
    partner: Partner,
  ): Promise<void> {
    if (said.isFinished || (said.text === '' && times === 'once')) return checkWhole(answer);
    if (said.text === '') await checkRefused(answer, user, partner);
    else await checkPartial(answer, said.text, user, partner);
    const again = await sendAs(user, partner);
    // After a refund, the key is free for another turn; otherwise it stands for the existing text.
    if (said.text === '') return checkWhole(again);
    assert.deepEqual([again.text, again.complete], [said.text, false]);
    assert.equal(again.headers.get('x-job-id'), answer.headers.get('x-job-id'));
  }

  /** The next answer is complete, and a success keeps the circuit from opening, which would change what follows. */
  async #whole(partner: Partner): Promise<void> {
    checkWhole(await sendAs(this.#user(), partner));
  }

  #user(): string {
    const user = `user-${this.#keeps.size}`;
    this.#keeps.set(user, 1);
    return user;
  }
}

/** A user sends one request only, or the same again. */
function sendAs(user: string, partner: Partner): Promise<Answered> {
  return partner.send({ context: { external_user_id: user } }, { headers: { 'idempotency-key': user } });
}

function checkWhole(answer: Answered): void {
  assert.deepEqual([answer.status, answer.text, answer.complete], [200, mockText(deltas), true]);
}

/** No text was sent: the caller gets an error, and the usage is refunded. */
async function checkRefused(answer: Answered, user: string, partner: Partner): Promise<void> {
  const problem = problemOf(answer, answer.status === 503 ? 'provider_unavailable' : 'provider_error');
  assert.equal(answer.headers.has('retry-after'), problem.status === 503);
  const job = await partner.finalJob(answer.headers.get('x-job-id') ?? null, user);
  assert.deepEqual([job.status, job.error?.code, job.charged.refunded], ['failed', problem.code, true]);
}

/** Some text was sent: it is kept, as is the charge, and the connection breaks. */
async function checkPartial(answer: Answered, text: string, user: string, partner: Partner): Promise<void> {
  assert.deepEqual([answer.status, answer.text, answer.complete], [200, text, false]);
  const id = answer.headers.get('x-job-id') ?? null;
  const job = await partner.finalJob(id, user);
  assert.deepEqual([job.status, job.error?.code, job.charged.refunded], ['failed', 'provider_error', false]);
  assert.equal((await partner.output(id, user)).text, text);
}
