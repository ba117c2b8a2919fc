import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createTenantAdministration } from '#adapters/postgres/tenants/tenant-administration.ts';
import { createDocumentTools } from '#app/document-tools.ts';
import type { Break } from '#test/break.ts';
import { toldIn } from '#test/world/guidance.ts';
import { openJobWorld } from '#test/world/job-world.ts';

const operator = { kind: 'operator-cli' } as const;

describe('a job whose process dies', () => {
  it('has in its next attempt what is published then, and names that version', async () => {
    await using world = await openJobWorld();
    const [doomed, rescuer] = await Promise.all([world.start(), world.start({ roles: 'api' })]);
    const slug = `tea-${crypto.randomUUID().slice(0, 8)}`;
    const caller = (await world.caller(doomed, { slug })).at(rescuer);
    const { guidance } = createTenantAdministration(
      world.database,
      ['openai'],
      createDocumentTools(world.database),
    );
    const publish = async (text: string) => {
      await guidance.updateDraft(operator, slug, 'assistant', text);
      await guidance.publish(operator, slug, 'assistant');
    };
    const named = async (id: string) => {
      const [row] = await world.database.query<{ version: number | null }>(
        'select guidance_version as version from turns where id = $1',
        [id],
      );
      return row?.version;
    };
    await publish('Be brief.');
    world.mock.enqueue({ stallAfter: 1 });
    const { job_uuid } = await caller.enqueue();
    const first = await world.mock.waitForCall(1);
    assert.match(toldIn(first), /\n\nBe brief\.$/);
    assert.equal(await named(job_uuid), 1);
    await publish('Be kind.');
    doomed.kill('SIGKILL');
    await world.start();
    const job = await caller.untilFinal(job_uuid);
    assert.deepEqual([job.status, job.attempt], ['completed', 2]);
    assert.match(toldIn(await world.mock.waitForCall(2)), /\n\nBe kind\.$/);
    assert.equal(await named(job_uuid), 2);
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'A later attempt names the version of its own prompt',
    file: 'src/adapters/postgres/turns/turn-store.ts',
    replace: "id = $2 and attempt = $3 and state = 'running'`",
    by: "id = $2 and attempt = $3 and attempt = 1 and state = 'running'`",
  },
];
