import assert from 'node:assert/strict';
import type { Random } from '../batches/random.ts';
import type { MockCall } from '../mock/mock-provider.ts';
import { complete } from '../openai/completion.ts';
import type { Hosted, Tenant } from '../world/hosted.ts';
import { Partner } from '../world/partner.ts';
import { ballast, deleteDocument, promptOf, putDocument } from './documents.ts';

/** A document that a prompt gives away by its secret, and that a question finds by its word. */
interface Canary {
  readonly owner: string;
  readonly id: string;
  readonly word: string;
  readonly secret: string;
  readonly requires: { readonly plan: readonly string[] } | null;
  isDeleted: boolean;
}

interface Asker {
  readonly tenant: Tenant;
  readonly partner: Partner;
}

const plans = ['basic', 'pro', 'team'] as const;
const ways = [
  ...['stream', 'job', 'regenerate', 'deep', 'fallback', 'followed', 'completion', 'response'],
  ...['background', 'frame'],
] as const;
type Way = (typeof ways)[number];

export interface MatrixFigures {
  /** Questions about a document that the turn may use: each had it. */
  readonly had: number;
  /** Questions about one that it may not use: none had it. */
  readonly spared: number;
  readonly ways: ReadonlySet<string>;
}

/**
 * Asks at random about documents of every client, of every plan and of the past, by every way to a prompt, and compares
 * what each call told the model with what that client may use at that moment.
 */
export async function playCanaries(
  hosted: Hosted,
  { rounds, random }: { readonly rounds: number; readonly random: Random },
): Promise<MatrixFigures> {
  const matrix = new CanaryMatrix(hosted, random);
  await matrix.fill();
  for (let round = 0; round < rounds; round++) await matrix.play(ways[round % ways.length] ?? 'stream');
  matrix.assertNothingElse();
  return matrix.figures;
}

class CanaryMatrix {
  readonly #hosted: Hosted;
  readonly #random: Random;
  readonly #askers: Asker[] = [];
  readonly #canaries: Canary[] = [];
  readonly #judged = new Set<MockCall>();
  #had = 0;
  #spared = 0;
  readonly #ways = new Set<string>();

  constructor(hosted: Hosted, random: Random) {
    this.#hosted = hosted;
    this.#random = random;
  }

  get figures(): MatrixFigures {
    return { had: this.#had, spared: this.#spared, ways: this.#ways };
  }

  /** Three clients, of which the first has few documents, and the others so many that they are searched. */
  async fill(): Promise<void> {
    for (let count = 0; count < 3; count++) {
      const tenant = await this.#hosted.tenant({ scopes: ['chat', 'knowledge'], deep_dive_enabled: true });
      const partner = new Partner(this.#hosted.api, tenant.client, tenant.key);
      this.#askers.push({ tenant, partner });
      if (count > 0) await putDocument(partner, { id: 'ballast', text: ballast });
      for (const plan of [null, null, ...plans]) {
        const canary = await this.#plant(partner, plan);
        if (plan === null && this.#random.below(2) === 0) await this.#remove(partner, canary);
      }
    }
  }

  async play(way: Way): Promise<void> {
    const asker = this.#random.pick(this.#askers);
    if (this.#random.below(5) === 0) await this.#changeSomething(asker);
    const about = this.#random.pick(this.#canaries);
    const plan = this.#random.pick([...plans, null]);
    const question = `What does ${about.word} stand for?`;
    const calls = await this.#ask(asker, way, question, plan);
    this.#ways.add(way);
    const asking = calls.filter((call) => promptOf(call).endsWith(question));
    assert.ok(asking.length > 0, `${way} asked nobody`);
    const open = this.#secretsFor(asker, plan);
    for (const call of calls) this.#judge(call, open);
    for (const call of asking) {
      const isTold = this.#secretsIn(call).includes(about.secret);
      assert.equal(isTold, open.includes(about.secret), `${way}: ${question}`);
      if (isTold) this.#had += 1;
      else this.#spared += 1;
    }
  }

  /** Titles, and whatever else went to the provider. */
  assertNothingElse(): void {
    for (const call of this.#hosted.api.provider.calls) {
      if (!this.#judged.has(call)) assert.deepEqual(this.#secretsIn(call), [], promptOf(call).slice(0, 200));
    }
  }

  /** The calls that answered it. The name of a conversation is asked for later, and judged with what is left. */
  async #ask(asker: Asker, way: Way, prompt: string, plan: string | null): Promise<readonly MockCall[]> {
    const { tenant, partner } = asker;
    const { provider } = this.#hosted.api;
    const known = provider.calls.length;
    const options = this.#anyProcess();
    const facts = plan === null ? {} : { facts: { plan } };
    const context = { external_user_id: 'user-1', ...facts };
    const metadata = plan === null ? {} : { metadata: { facts: JSON.stringify({ plan }) } };
    const response = { model: 'assistant', user: 'user-1', input: prompt, ...metadata };
    switch (way) {
      case 'stream':
        await partner.send({ prompt, context }, options);
        break;
      case 'deep':
        await partner.send({ prompt, context, options: { detailed_response: true } }, options);
        break;
      case 'fallback':
        provider.enqueue({ status: 401 });
        await partner.send({ prompt, context }, options);
        break;
      case 'followed': {
        const first = await partner.send({ prompt: 'Hello there', context }, options);
        const conversation_uuid = first.headers.get('x-conversation-id');
        await partner.send({ prompt, context, conversation_uuid }, options);
        break;
      }
      case 'regenerate': {
        const without = { external_user_id: 'user-1' };
        const first = await partner.send({ prompt, context: without }, options);
        for (const call of provider.calls.slice(known)) this.#judge(call, this.#secretsFor(asker, null));
        const conversation_uuid = first.headers.get('x-conversation-id');
        const again = { prompt: undefined, context, conversation_uuid, options: { regenerate: true } };
        const before = provider.calls.length;
        await partner.send(again, options);
        return provider.calls.slice(before).filter(isOfTurn);
      }
      case 'job': {
        const { text } = await partner.post('/jobs', { prompt, context }, options);
        await partner.finalJob(JSON.parse(text).job_uuid);
        break;
      }
      case 'completion':
        await complete(partner, { messages: [{ role: 'user', content: prompt }], ...metadata }, options);
        break;
      case 'response':
        await partner.post('/../openai/v1/responses', response, options);
        break;
      case 'background': {
        const { text } = await partner.post(
          '/../openai/v1/responses',
          { ...response, background: true },
          options,
        );
        const { id }: { id: string } = JSON.parse(text);
        await partner.finalJob(id.replace('resp_', ''));
        break;
      }
      case 'frame': {
        const token = await tenant.token('user-1', plan === null ? undefined : { plan });
        const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
        const body = JSON.stringify({ prompt });
        await this.#hosted.browser().visit(tenant.url('/chat/stream'), { method: 'POST', headers, body });
        break;
      }
    }
    return provider.calls.slice(known).filter(isOfTurn);
  }

  #judge(call: MockCall, open: readonly string[]): void {
    this.#judged.add(call);
    const foreign = this.#secretsIn(call).filter((secret) => !open.includes(secret));
    assert.deepEqual(foreign, [], promptOf(call));
    assert.ok((promptOf(call).match(/<sources /g) ?? []).length <= 1, 'sources stand twice');
  }

  #secretsFor({ partner }: Asker, plan: string | null): readonly string[] {
    const isOpen = ({ owner, requires, isDeleted }: Canary) =>
      owner === partner.client.slug &&
      !isDeleted &&
      (requires === null || (plan !== null && requires.plan.includes(plan)));
    return this.#canaries.filter(isOpen).map(({ secret }) => secret);
  }

  async #changeSomething({ partner }: Asker): Promise<void> {
    const own = this.#canaries.filter(({ owner, isDeleted }) => owner === partner.client.slug && !isDeleted);
    if (own.length > 3 && this.#random.below(2) === 0) await this.#remove(partner, this.#random.pick(own));
    else await this.#plant(partner, this.#random.pick([...plans, null]));
  }

  async #plant(partner: Partner, plan: string | null): Promise<Canary> {
    const number = this.#canaries.length;
    const [word, secret] = [
      `zorb${letters(number)}`,
      `secret${letters(number)}q${this.#random.below(1_000_000_000)}`,
    ];
    const requires = plan === null ? null : { plan: [plan] };
    const text = `${word} stands for ${secret}.`;
    const id = `canary-${number}`;
    await putDocument(partner, { id, text, ...(requires !== null && { requires }) }, this.#anyProcess());
    const canary = { owner: partner.client.slug, id, word, secret, requires, isDeleted: false };
    this.#canaries.push(canary);
    return canary;
  }

  async #remove(partner: Partner, canary: Canary): Promise<void> {
    await deleteDocument(partner, canary.id, this.#anyProcess());
    canary.isDeleted = true;
  }

  #anyProcess() {
    return { process: this.#random.below(2) };
  }

  #secretsIn(call: MockCall): readonly string[] {
    const prompt = promptOf(call);
    return this.#canaries.filter(({ secret }) => prompt.includes(secret)).map(({ secret }) => secret);
  }
}

/** And not one for the name of a conversation. */
function isOfTurn(call: MockCall): boolean {
  return !promptOf(call).startsWith('You name conversations.');
}

/** Digits would part a word. */
function letters(number: number): string {
  return [...String(number)].map((digit) => String.fromCharCode(97 + Number(digit))).join('');
}
