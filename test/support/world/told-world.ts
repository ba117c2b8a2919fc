import type { MockCall } from '../mock/mock-provider.ts';
import { type Hosted, openHosted, type Tenant } from './hosted.ts';
import { Partner } from './partner.ts';

/** Two processes, and a partner whose agent has places for facts in its instructions. */
export interface ToldWorld extends AsyncDisposable {
  readonly hosted: Hosted;
  readonly tenant: Tenant;
  readonly partner: Partner;
  readonly calls: readonly MockCall[];
  /** The last one that the provider got. */
  lastCall(): MockCall;
}

const instructions =
  'You help.\n\nThe plan is [{{facts.plan}}], of [{{facts.seats}}{{facts.note}}] seats.\n\nBe brief.';

export async function openToldWorld(): Promise<ToldWorld> {
  await using parts = new AsyncDisposableStack();
  const hosted = parts.use(await openHosted({ processes: 2 }));
  await hosted.api.database.query(
    `insert into agents (slug, name, instructions, deep_dive_effort, deep_dive_instructions)
     values ('seller', 'Seller', $1, 'high', 'Weigh [{{facts.plan}}].')`,
    [instructions],
  );
  const tenant = await hosted.tenant({ default_agent: 'seller', deep_dive_enabled: true });
  const { calls } = hosted.api.provider;
  const stack = parts.move();
  return {
    hosted,
    tenant,
    partner: new Partner(hosted.api, tenant.client, tenant.key),
    calls,
    lastCall() {
      const call = calls.at(-1);
      if (call === undefined) throw new Error('nothing was asked');
      return call;
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

/** The context of a question of `user-1`. */
export const withContext = (context: object) => ({ context: { external_user_id: 'user-1', ...context } });
