import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Break } from '#test/break.ts';
import { type Api, openApi } from '#test/world/api.ts';
import { publishText, toldIn, versionsOf } from '#test/world/guidance.ts';
import { chatBody, type Partner } from '#test/world/partner.ts';

const processes = 4;
const prompts = 200;
const senders = 10;

interface Sent {
  readonly question: string;
  readonly jobId: string;
  /** The version whose publication had been answered before the prompt was sent. */
  readonly least: number;
}

describe('While a client publishes one version after another', () => {
  let api: Api;
  before(async () => {
    api = await openApi({ processes });
  });
  after(() => api[Symbol.asyncDispose]());

  test('each of 200 prompts at four processes has exactly the text of the version that its turn names', async () => {
    const partner = await api.partner({ scopes: ['chat', 'guidance'] });
    await partner.send({ prompt: 'Before' });
    const own = toldIn(api.provider.calls.at(-1));
    const texts = new Map<number | null, string>([[null, own]]);
    let latest = 0;
    let publishing = Promise.resolve();
    const publishNext = () => {
      publishing = publishing.then(async () => {
        const next = latest + 1;
        const text = `These are the words of edition ${next}.`;
        assert.equal(await publishText(partner, text, { process: next % processes }), next);
        texts.set(next, `${own}\n\n${text}`);
        latest = next;
      });
      return publishing;
    };
    const sent = await sendAll(partner, publishNext, () => latest);
    await Promise.all(sent.map(({ jobId }) => partner.finalJob(jobId)));
    const named = await versionsOf(partner);
    const calls = new Map(api.provider.calls.map((call) => [call.messages.at(-1)?.content, toldIn(call)]));
    assert.equal(sent.length, prompts);
    for (const { question, jobId, least } of sent) {
      const version = named.get(jobId) ?? null;
      assert.equal(calls.get(question), texts.get(version), `${question} names ${version}`);
      assert.ok((version ?? 0) >= least, `${question} has ${version}, and ${least} was published before it`);
    }
    assert.equal(latest, prompts / 4);
    assert.ok(
      new Set(sent.map(({ jobId }) => named.get(jobId))).size > 10,
      'too few versions were in a prompt',
    );
  });

  /** Every other one as a job. Before one in four, the next version is published while the other senders go on. */
  async function sendAll(
    partner: Partner,
    publishNext: () => Promise<void>,
    least: () => number,
  ): Promise<readonly Sent[]> {
    const sent: Sent[] = [];
    let next = 0;
    const send = async () => {
      for (let nth = next++; nth < prompts; nth = next++) {
        const question = `Question ${nth}`;
        if (nth % 4 === 0) await publishNext();
        const known = least();
        const body = chatBody({ prompt: question });
        const options = { process: nth % processes };
        const answer = await (nth % 2 === 0
          ? partner.send(body, options)
          : partner.post('/jobs', body, options));
        assert.ok(answer.status === 200 || answer.status === 202, answer.text);
        const jobId = answer.headers.get('x-job-id') ?? String(JSON.parse(answer.text).job_uuid);
        sent.push({ question, jobId, least: known });
      }
    };
    await Promise.all(Array.from({ length: senders }, send));
    return sent;
  }
});

export const breaks: readonly Break[] = [
  {
    rule: 'A prompt has the version that was published, whatever process answers it',
    file: 'src/core/administration/manage-guidance.ts',
    replace: '      await tenants.clients.bumpVersion(client.id);\n',
    by: '',
  },
];
