import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Database } from '#adapters/postgres/database/database.ts';
import type { Citation } from '#contract/citations/citation.ts';
import type { Break } from '#test/break.ts';
import { recountCitations, staleQuotes } from '#test/citations/recount-citations.ts';
import { until } from '#test/reading/until.ts';
import { StatementKills, sidesOfBoundaries } from '#test/tools/statement-kills.ts';
import { openApi } from '#test/world/api.ts';
import { JobCaller } from '#test/world/job-caller.ts';
import type { Partner } from '#test/world/partner.ts';
import { startService, type TestService } from '#test/world/process.ts';

/** More than an answer has. */
const mostBoundaries = 40;
/** One step of the removal takes a hundred answers. */
const answers = 250;
/** Each is deleted with a kill of its own, but for the last, which stays. */
const documents = Array.from({ length: 2 * 3 + 1 }, (_, nth) => `plan${nth}`);
const stays = documents.length - 1;

describe('What answers rest on, while processes are killed', () => {
  it('is stored whole or not at all, and its quotes leave with their documents, and no others', {
    timeout: 1_800_000,
  }, async (t) => {
    await using api = await openApi();
    await using kills = await StatementKills.start(api.databaseUrl);
    const partner = await api.partner({ scopes: ['chat', 'knowledge'], daily_limit: null });
    for (const id of documents) await putPlan(partner, id);
    const victimOf = () => startService({ env: { ...api.environment, DATABASE_URL: kills.url } });
    const askAt = (service: TestService, user: string) => {
      api.provider.enqueue({ texts: [answerOfAll] });
      return new JobCaller(service, partner.client.id, partner.key, user).send('/stream');
    };

    let boundaries = 0;
    for (let nth = 0, isOver = false; nth < mostBoundaries && !isOver; nth++) {
      for (const side of sidesOfBoundaries) {
        await using victim = await victimOf();
        kills.arm({ nth, side }, () => victim.kill('SIGKILL'));
        await askAt(victim, `killed-${nth}-${side}`)
          .then((response) => response.text())
          .catch(() => '');
        isOver ||= !kills.hasKilled;
        kills.disarm();
        api.provider.forgetEnqueued();
        if (kills.hasKilled) boundaries += 1;
      }
    }
    await until(async () => (await runningTurns(api.database)) === 0);
    t.diagnostic(`${boundaries} boundaries of an answer with citations`);
    assert.ok(boundaries >= 8, `${boundaries} boundaries were seen`);
    assert.deepEqual(await recountCitations(api.database), []);

    for (let nth = 0; nth < answers; nth++) {
      const response = await askAt(api.serviceOf(), `user-${nth}`);
      assert.equal(response.status, 200);
      await response.text();
    }
    assert.deepEqual(await recountCitations(api.database), []);
    const before = await citationsByMessage(api.database);
    await api.serviceOf()[Symbol.asyncDispose]();

    let removed = 0;
    for (const [nth, side] of [0, 1, 2].flatMap((each) =>
      sidesOfBoundaries.map((at) => [each, at] as const),
    )) {
      await using victim = await victimOf();
      const id = documents[removed++] ?? assert.fail();
      const caller = new JobCaller(victim, partner.client.id, partner.key, 'nobody');
      const deleted = await caller.fetch(`/agents/assistant/documents/${id}`, { method: 'DELETE' });
      assert.equal(deleted.status, 200, await deleted.text());
      kills.arm({ nth, side, of: /forget_quotes/ }, () => victim.kill('SIGKILL'));
      // An erasure that is due begins the work that otherwise has to wait for its time.
      await api.database.query(
        `insert into erasures (client_id, external_user_id, pseudonym) values ($1, $2, 'nobody')`,
        [partner.client.id, `nobody-${removed}`],
      );
      await victim.exited;
      kills.disarm();
      const left = await staleQuotes(api.database);
      t.diagnostic(`killed ${side} step ${nth} of a removal: ${left} quotes were left`);
      assert.deepEqual(await recountCitations(api.database), []);
    }

    await using last = await startService({ env: api.environment });
    const begunAt = performance.now();
    await until(async () => (await staleQuotes(api.database)) === 0, 60);
    t.diagnostic(`no quote was left after ${Math.round((performance.now() - begunAt) / 1_000)} s`);
    assert.deepEqual(await recountCitations(api.database), []);
    const after = await citationsByMessage(api.database);
    assert.deepEqual(after, new Map([...before].map(([id, citations]) => [id, citations.map(withoutQuote)])));
    assert.ok(before.size >= answers, `${before.size} answers`);
    last.kill();
  });
});

const answerOfAll = documents.map((_, nth) => `${sentenceOf(nth)} [${nth + 1}].`).join(' ');

function sentenceOf(nth: number): string {
  return `The plan${nth} plan costs ${nth + 100} euros a year`;
}

async function putPlan(partner: Partner, id: string): Promise<void> {
  const nth = documents.indexOf(id);
  const headers = { 'content-type': 'text/plain' };
  const path = `/agents/assistant/documents/${id}?language=english`;
  const put = await partner.request('PUT', path, `${sentenceOf(nth)}.`, { headers });
  assert.equal(put.status, 201, await put.text());
}

async function runningTurns(database: Database): Promise<number> {
  const [row] = await database.query<{ count: number }>(
    `select count(*)::int from turns where state in ('queued', 'running')`,
  );
  return row?.count ?? 0;
}

/** By the ids of the answers that cite anything. */
async function citationsByMessage(database: Database): Promise<ReadonlyMap<string, readonly Citation[]>> {
  const rows = await database.query<{ id: string; citations: readonly Citation[] }>(
    `select id, citations from messages where citations <> '[]' order by id`,
  );
  return new Map(rows.map(({ id, citations }) => [id, citations]));
}

function withoutQuote(citation: Citation): Citation {
  const { n, document_id, title } = citation;
  return document_id === documents[stays] ? citation : { n, document_id, title, deleted: true };
}

export const breaks: readonly Break[] = [
  {
    rule: 'Quotes go on being removed after a kill until none is left',
    file: 'database/functions/15-citations.sql',
    replace: '  if cardinality(v_seqs) = p_count then return true; end if;\n',
    by: '',
  },
];
