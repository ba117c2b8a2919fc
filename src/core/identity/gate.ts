import type { Scope, SubscriptionStatus } from '#contract/closed-sets.ts';
import { errors } from '../errors.ts';
import type { Caller } from './caller.ts';

/**
 * Every hosted caller has the chat scope. An administrator has those of the tenant as well, but for admin scopes, which
 * exist for API keys only.
 */
export function requireScope(caller: Caller, scope: Scope): void {
  if (!mayUse(caller, scope)) throw errors.insufficientScope(scope);
}

function mayUse(caller: Caller, scope: Scope): boolean {
  if (caller.kind !== 'hosted') return grants(caller.client.scopes, scope);
  return scope === 'chat' || (caller.admin && !isAdminScope(scope) && grants(caller.client.scopes, scope));
}

/** Whether it reaches beyond the own client. */
export function isAdminScope(scope: Scope): boolean {
  return scope.startsWith('admin:');
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
