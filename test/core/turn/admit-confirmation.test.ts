import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { PostgresBlockedUserStore } from '#adapters/postgres/people/blocked-user-store.ts';
import type { Client } from '#core/clients/client.ts';
import { brandCaller, type Caller, ownerOf } from '#core/identity/caller.ts';
import { newId } from '#core/shared/new-id.ts';
import { admitConfirmation, type ConfirmedQuestion } from '#core/turn/admit-confirmation.ts';
import type { Break } from '#test/break.ts';
import { storeAction } from '#test/openapi/prepare-action.ts';
import { prepareToolServer } from '#test/openapi/prepare-tools.ts';
import { callerOf, createClient, finishTurn, startTurn } from '#test/world/factories.ts';
import { silentTelemetry } from '#test/world/silent-telemetry.ts';
import { openTenantWorld, operator, signIn, type TenantWorld } from '../administration/tenant-world.ts';

const nobody = { hostedUserId: null, sessionId: newId() };

describe('A yes', () => {
  let world: TenantWorld;
  before(async () => {
    world = await openTenantWorld();
  });
  after(() => world[Symbol.asyncDispose]());

  function say(caller: Caller, question: Partial<ConfirmedQuestion> = {}) {
    const { turns, database } = world;
    const asked = { id: newId(), conversationId: newId(), deepDive: false, context: null, ...question };
    return admitConfirmation(caller, ownerOf(caller, 'user-1'), asked, 'session', {
      ...{ turns, blockedUsers: new PostgresBlockedUserStore(database), queueCapacity: 10 },
      ...{ processId: randomUUID(), requestId: randomUUID(), isForeignId: false },
      language: () => 'de',
      telemetry: silentTelemetry().turns,
    });
  }

  function visitor(client: Client, signedIn: { hostedUserId: string | null; sessionId: string }): Caller {
    const { hostedUserId } = signedIn;
    const userId = hostedUserId === null ? 'user-1' : `hu:${hostedUserId}`;
    const expiresAt = new Date(Date.now() + 60_000);
    return brandCaller({ kind: 'hosted', client, userId, admin: false, expiresAt, facts: null, ...signedIn });
  }

  it('needs the scope, the subscription and the sign-in that every other turn needs', async () => {
    const lapsed = await createClient(world.database, { subscription_status: 'canceled' });
    await assert.rejects(say(callerOf(lapsed)), { code: 'subscription_inactive' });
    const without = await createClient(world.database, { scopes: ['admin:clients'] });
    await assert.rejects(say(callerOf(without)), { code: 'insufficient_scope' });
    const { slug } = await createClient(world.database);
    const sayAfter = async (change: string) => {
      const wanted = { email: `${newId()}@example.com`, admin: false };
      const { user } = await world.users.create(operator, slug, wanted);
      const client = await world.clients.find(slug);
      const { sessionId } = await signIn(world, client, user.id);
      await world.database.query(change, [user.id]);
      return say(visitor(client, { hostedUserId: user.id, sessionId }));
    };
    const ways = {
      user_disabled: 'update hosted_users set enabled = false where id = $1',
      session_revoked: 'delete from login_sessions where user_id = $1',
      conversation_not_found: 'select $1::uuid',
    };
    for (const [code, change] of Object.entries(ways)) await assert.rejects(sayAfter(change), { code });
  });

  it('begins a turn that knows what its question knew, and that goes on without a reader', async () => {
    const { slug } = await createClient(world.database);
    await world.guidance.updateDraft(operator, slug, 'assistant', 'Be kind.');
    await world.guidance.publish(operator, slug, 'assistant');
    const client = await world.clients.find(slug);
    const caller = visitor(client, nobody);
    const asking = await startTurn(world.turns, client, ownerOf(caller, 'user-1'));
    await finishTurn(world.turns, asking, 'Look?');
    const server = await prepareToolServer(world.database, client.slug);
    const id = await storeAction(world.database, asking.turnId, server);
    const context = { facts: { plan: 'pro' }, page: null };
    const admitted = await say(caller, { id, conversationId: asking.conversationId, context });
    if (admitted.kind !== 'running') assert.fail(admitted.kind);
    const { turn } = admitted;
    const { onDisconnect, language, isHosted, hasSteps, confirmedAt, createdAt } = turn;
    assert.deepEqual(turn.context, context);
    assert.deepEqual(
      { onDisconnect, language, isHosted, hasSteps, confirmedAt },
      { onDisconnect: 'continue', language: 'de', isHosted: true, hasSteps: true, confirmedAt: createdAt },
    );
    assert.equal(await world.countOf(`turns where id = '${turn.id}' and guidance_version = 1`), 1);
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'A yes needs the chat scope',
    file: 'src/core/turn/admit-confirmation.ts',
    replace: "    requireScope(caller, 'chat');\n",
    by: '',
  },
  {
    rule: 'A yes needs a subscription that runs',
    file: 'src/core/turn/admit-confirmation.ts',
    replace: '    requireSubscription(caller);\n',
    by: '',
  },
  {
    rule: 'A user who was disabled says no yes',
    file: 'src/core/turn/admit-confirmation.ts',
    replace: 'hostedUserId: signedIn ? caller.hostedUserId : null',
    by: 'hostedUserId: null',
  },
  {
    rule: 'A sign-in that was ended says no yes',
    file: 'src/core/turn/admit-confirmation.ts',
    replace: 'sessionId: signedIn ? caller.sessionId : null',
    by: 'sessionId: null',
  },
  {
    rule: 'The turn of a yes knows what its question knew about the person',
    file: 'src/core/turn/admit-confirmation.ts',
    replace: '        context: question.context,\n',
    by: '        context: null,\n',
  },
  {
    rule: 'The turn of a yes names the guidance that it followed',
    file: 'src/core/turn/admit-confirmation.ts',
    replace: 'guidance: guidanceVersions(client.guidance, false)',
    by: 'guidance: new Map()',
  },
  {
    rule: 'The turn of a yes goes on without a reader',
    file: 'src/core/turn/admit-confirmation.ts',
    replace: "        onDisconnect: 'continue',\n",
    by: "        onDisconnect: 'cancel',\n",
  },
  {
    rule: 'The turn of a yes says what its tools do in the language of the request',
    file: 'src/core/turn/admit-confirmation.ts',
    replace: '        language: admission.language ?? null,\n',
    by: '        language: null,\n',
  },
  {
    rule: 'The turn of a yes on the hosted pages is one of them',
    file: 'src/core/turn/admit-confirmation.ts',
    replace: "isHosted: caller.kind === 'hosted' }",
    by: 'isHosted: false }',
  },
];
