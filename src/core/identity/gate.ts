import type { Scope, SubscriptionStatus } from '#contract/closed-sets.ts';
import { errors } from '../errors.ts';
import type { Caller } from './caller.ts';

/** Admin scopes exist for API keys only; every hosted caller has the chat scope and no other. */
export function requireScope(caller: Caller, scope: Scope): void {
  const granted = caller.kind === 'hosted' ? scope === 'chat' : grants(caller.client.scopes, scope);
  if (!granted) throw errors.insufficientScope(scope);
}

/** No scope includes another. */
export function grants(scopes: readonly Scope[], scope: Scope): boolean {
  return scopes.includes(scope);
}

export function mayChat(status: SubscriptionStatus): boolean {
  return status === 'trial' || status === 'active';
}

/** New answers need a running subscription; reads, feedback and deletion do not. */
export function requireSubscription(caller: Caller): void {
  const status = caller.client.subscriptionStatus;
  if (!mayChat(status)) throw errors.subscriptionInactive(status);
}
