import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { ErrorCode } from '#contract/errors.ts';
import type { Break } from '#test/break.ts';
import { problemOf } from '#test/reading/answered.ts';
import type { Api } from '#test/world/api.ts';
import type { Partner, SendOptions } from '#test/world/partner.ts';
import { shareApi } from '#test/world/shared-service.ts';

interface Faulty {
  /** Columns of the client that make it refuse. */
  readonly columns?: Readonly<Record<string, unknown>>;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly options?: SendOptions;
  readonly isBlocked?: boolean;
}

/** In the order of the contract: each fault with its error code. */
const faults: readonly (readonly [ErrorCode, Faulty])[] = [
  ['invalid_api_key', { options: { headers: { authorization: 'Bearer parley_sk_no' } } }],
  ['client_disabled', { columns: { enabled: false } }],
  ['insufficient_scope', { columns: { scopes: [] } }],
  ['subscription_inactive', { columns: { subscription_status: 'past_due' } }],
  ['validation_error', { body: { promt: 'a typo' } }],
  ['user_blocked', { isBlocked: true }],
  ['agent_not_allowed', { body: { agent_slug: 'operator-analyst' } }],
  ['deep_dive_not_enabled', { body: { options: { detailed_response: true } } }],
  ['conversation_not_found', { body: { conversation_uuid: 'f5e0a1d2-0000-4000-8000-000000000000' } }],
  ['quota_exceeded', { columns: { daily_limit: 0 } }],
];

describe('The order of the checks', () => {
  let api: Api;
  before(async () => {
    api = await shareApi();
  });

  for (const [index, [first, one]] of faults.entries()) {
    for (const [second, other] of faults.slice(index + 1)) {
      test(`${first} comes before ${second}, and leaves nothing behind`, async () => {
        const partner = await api.partner({ ...one.columns, ...other.columns });
        if (one.isBlocked || other.isBlocked) await block(partner);
        const before = await partner.traces();
        const calls = api.provider.received;
        const answer = await partner.send({ ...one.body, ...other.body }, one.options ?? other.options);
        problemOf(answer, first);
        assert.deepEqual(await partner.traces(), before);
        assert.equal(api.provider.received, calls);
      });
    }
  }

  async function block({ client }: Partner): Promise<void> {
    await api.database.query('insert into blocked_users (client_id, external_user_id) values ($1, $2)', [
      client.id,
      'user-1',
    ]);
  }

  /** A conversation that never stops answering, its prompt sent with the key `running`. */
  async function busy(columns: Readonly<Record<string, unknown>> = {}) {
    const partner = await api.partner({ deep_dive_enabled: true, ...columns });
    api.provider.enqueue({ stallAfter: 1 });
    const running = await partner.open({ prompt: 'P' }, keyed('running'));
    const conversation_uuid = running.headers.get('x-conversation-id');
    return { partner, running, conversation_uuid };
  }

  async function refusedAlone(
    partner: Partner,
    code: ErrorCode,
    body: Readonly<Record<string, unknown>>,
    options?: SendOptions,
  ) {
    const before = await partner.traces();
    const problem = problemOf(await partner.send(body, options), code);
    assert.deepEqual(await partner.traces(), before);
    return problem;
  }

  const keyed = (key: string) => ({ headers: { 'idempotency-key': key } });
  const retry = { think_harder_retry: true };

  test('ownership comes before idempotency', async () => {
    const { partner, conversation_uuid, running } = await busy();
    const body = { conversation_uuid, context: { external_user_id: 'another' } };
    await refusedAlone(partner, 'conversation_not_found', body, keyed('running'));
    await running.body?.cancel();
  });

  test('idempotency comes before the retry target, also without a conversation', async () => {
    const { partner, running } = await busy();
    await refusedAlone(partner, 'idempotency_mismatch', { options: retry }, keyed('running'));
    await refusedAlone(partner, 'no_response_to_retry', { options: retry }, keyed('new'));
    const options = { replaces: '00000000-0000-4000-8000-000000000000' };
    await refusedAlone(partner, 'idempotency_mismatch', { options }, keyed('running'));
    await refusedAlone(partner, 'message_not_found', { options }, keyed('new'));
    await running.body?.cancel();
  });

  test('idempotency comes before the retry target', async () => {
    const { partner, running } = await busy();
    const { headers } = await partner.send({ prompt: 'Q' }, keyed('other'));
    const body = {
      conversation_uuid: headers.get('x-conversation-id'),
      prompt: 'not that question',
      options: retry,
    };
    await refusedAlone(partner, 'idempotency_mismatch', body, keyed('running'));
    await running.body?.cancel();
  });

  test('the retry target comes before busy', async () => {
    const { partner, conversation_uuid, running } = await busy();
    await refusedAlone(partner, 'no_response_to_retry', {
      conversation_uuid,
      prompt: undefined,
      options: retry,
    });
    const replaces = '00000000-0000-4000-8000-000000000000';
    for (const options of [{ replaces }, { replaces, if_busy: 'interrupt' }]) {
      await refusedAlone(partner, 'message_not_found', { conversation_uuid, options });
    }
    await running.body?.cancel();
  });

  test('busy comes before the rates', async () => {
    const { partner, conversation_uuid, running } = await busy({ burst_per_minute: 1, concurrent_turns: 1 });
    const problem = await refusedAlone(partner, 'conversation_busy', { conversation_uuid });
    assert.equal(problem['job_uuid'], running.headers.get('x-job-id'));
    await running.body?.cancel();
  });

  test('the rates come before the quota', async () => {
    const burst = await busy({ burst_per_minute: 1, daily_limit: 1 });
    await refusedAlone(burst.partner, 'rate_limited', {});
    await burst.running.body?.cancel();
    const concurrent = await busy({ concurrent_turns: 1, daily_limit: 1 });
    await refusedAlone(concurrent.partner, 'too_many_concurrent', {});
    await concurrent.running.body?.cancel();
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'The question to replace is looked for before the conversation is busy',
    file: 'src/core/turn/admission/admission-rules.ts',
    replace: `  messageNotFound,
  conversationBusy,`,
    by: `  conversationBusy,
  messageNotFound,`,
  },
  {
    rule: 'Deep Dive is refused where the client has it off',
    file: 'src/core/identity/turn-options.ts',
    replace: 'if (!caller.client.deepDiveEnabled)',
    by: 'if (!caller.client.deepDiveEnabled && options.retry)',
  },
  {
    rule: 'A key without the scope of a route is refused',
    file: 'src/core/identity/gate.ts',
    replace: 'if (!mayUse(caller, scope))',
    by: "if (!mayUse(caller, scope) && String(scope) === '')",
  },
];
