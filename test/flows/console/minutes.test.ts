import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { UsageMinutes } from '#contract/console/screens.ts';
import type { Break } from '#test/break.ts';
import { type ConsoleBrowser, type ConsoleWorld, openConsole } from '#test/console/console-world.ts';

describe('Today by the minute', () => {
  let world: ConsoleWorld;
  let viewer: ConsoleBrowser;
  before(async () => {
    world = await openConsole();
    viewer = await world.signedIn('viewer');
  });
  after(() => world[Symbol.asyncDispose]());

  const minutesOf = async (query: string): Promise<UsageMinutes> => {
    const { status, text } = await viewer.ask('GET', `/usage/minutes${query}`);
    assert.equal(status, 200, text);
    return JSON.parse(text);
  };
  const sum = ({ minutes }: UsageMinutes, name: 'count' | 'failed') =>
    minutes.reduce((total, minute) => total + minute[name], 0);

  /** First, because the process reports the calls of the others some time after them. */
  test('without a partner the calls to all models are counted, of this day only', async () => {
    await world.api.database.query('delete from provider_minutes');
    for (const [provider, before] of [
      ['openai', '0 seconds'],
      ['other', '0 seconds'],
      ['openai', '1 day'],
    ]) {
      await world.api.database.query(
        `insert into provider_minutes (minute, provider, model, calls, failed, timeouts, first_text_buckets, duration_buckets)
         select date_trunc('minute', now()) - $2::interval, $1, 'mock', 7, 2, 0, b, b
         from (select array_fill(7, array[15]) as b) as buckets`,
        [provider, before],
      );
    }
    const usage = await minutesOf('');
    assert.deepEqual([sum(usage, 'count'), sum(usage, 'failed')], [14, 4]);
    const overview = await viewer.ask('GET', '/overview');
    const { p50_ms: p50, p95_ms: p95 } = JSON.parse(overview.text).first_text;
    assert.ok(p50 > 0 && p95 > p50, overview.text);
  });

  test('the turns of a partner are counted by the minute in which they came', async () => {
    const partner = await world.api.partner();
    const failing = await world.api.partner({ model: 'openai/mock:status=404' });
    await partner.send();
    await partner.send();
    await failing.send();
    const { slug } = partner.client;
    const usage = await minutesOf(`?client=${slug}`);
    assert.deepEqual([usage.client, sum(usage, 'count'), sum(usage, 'failed')], [slug, 2, 0]);
    assert.equal(usage.since, `${usage.day}T00:00:00.000Z`);
    for (const { at } of usage.minutes) assert.ok(at.endsWith(':00.000Z') && at >= usage.since, at);
    const failures = await minutesOf(`?client=${failing.client.slug}`);
    assert.deepEqual([sum(failures, 'count'), sum(failures, 'failed')], [1, 1]);
  });

  test('turns of the day before are not counted', async () => {
    const partner = await world.api.partner();
    const sent = await partner.send();
    await world.api.database.query(
      `update turns set created_at = created_at - interval '1 day' where id = $1`,
      [sent.headers.get('x-job-id')],
    );
    assert.deepEqual((await minutesOf(`?client=${partner.client.slug}`)).minutes, []);
  });

  test('a partner that does not exist is not found', async () => {
    const { json } = await viewer.ask('GET', '/usage/minutes?client=nobody');
    assert.equal(json['code'], 'client_not_found');
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'A chart of the day counts no turn of the day before',
    file: 'src/adapters/postgres/screens/minutes-of-today.ts',
    replace: 'where t.created_at >= ${midnight} group by 1',
    by: 'group by 1',
  },
  {
    rule: 'A chart of the day counts the calls of this day only',
    file: 'src/adapters/postgres/screens/minutes-of-today.ts',
    replace: 'from provider_minutes where minute >= ${midnight} group by 1',
    by: 'from provider_minutes group by 1',
  },
  {
    rule: 'Turns that failed stand apart in a chart of the day',
    file: 'src/adapters/postgres/screens/minutes-of-today.ts',
    replace: `where t.state in ('failed', 'expired')`,
    by: `where t.state in ('expired')`,
  },
];
