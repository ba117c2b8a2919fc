import { audit } from '#locales/en/account/audit.ts';
import { webhooks } from '#locales/en/account/webhooks.ts';
import type { AuditText } from '../../administration/audit/audit-words.ts';
import { statuses } from '../text/statuses.ts';
import { words } from '../text/words.ts';

/** Operators see more kinds of changes than the administrators of one tenant, which to them is a partner. */
export const auditActions = {
  ...audit.actions,
  'client.create': 'Partner created',
  'client.update': 'Partner changed',
  'client.revoke': 'Partner revoked',
  'client.enable': 'Partner enabled',
  'client.delete': 'Partner deleted',
  'client.rotate_handoff': 'Hosted sessions ended',
  'agent.create': 'Agent created',
  'agent.update': 'Agent changed',
  'agent.delete': 'Agent deleted',
  'price.set': 'Price set',
  'process.drain': 'Process drained',
  'provider.test': 'Provider tested',
  'mail.test': 'Mail tested',
  'operator.link': 'Link for an operator made',
  'operator.enrol': 'Operator enrolled',
  'operator.sign_in': 'Operator signed in',
  'operator.update': 'Operator changed',
  'operator.disable': 'Operator disabled',
  'operator.add_passkey': 'Passkey added',
  'operator.delete_passkey': 'Passkey deleted',
  'operator.end_session': 'Session of an operator ended',
} as const;

export const auditText: AuditText = {
  ...audit,
  noLimit: 'no limit',
  actions: auditActions,
  members: {
    ...audit.members,
    agents: 'Agents',
    bound_agents: 'Agents',
    by: 'By',
    cache_read: 'Read from a cache',
    cache_write: 'Written to a cache',
    currency: 'Currency',
    deep_dive: 'Deep Dive',
    default_agent: 'Default agent',
    effort: 'Effort',
    from_day: 'From',
    input: 'Input',
    instructions: 'Instructions',
    key_prefix: 'Key begins with',
    model: 'Model',
    openai_default_user: 'OpenAI: user of requests that name none',
    output: 'Output',
    previous_key_until: 'Previous key until',
    providers: 'Providers',
    reason: 'Reason',
    reserved: 'Reserved',
    role: 'Role',
    scopes: 'Scopes',
    show_cost: 'Shows costs',
    sent: 'Sent',
    synced: 'Synced',
    works: 'Works',
  },
  values: {
    subscription_status: statuses,
    password_by: audit.passwordBy,
    disabled_reason: { gone: webhooks.gone, failing: webhooks.failed },
    role: words.roles,
  },
};
