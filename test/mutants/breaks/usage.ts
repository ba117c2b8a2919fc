import type { Break } from '../break.ts';

const flow = ['test/flows/usage.test.ts'];

export const usageBreaks: readonly Break[] = [
  {
    rule: 'Every `used` of the usage object is the user’s own count',
    file: 'src/core/quota/usage.ts',
    replace: "cap === null ? 'client' : 'user', used, cap ?? daily",
    by: "cap === null ? 'client' : 'user', cap === null ? clientRequests : used, cap ?? daily",
    tests: flow,
  },
  {
    rule: 'What remains under a cap is bounded by what is left of the client’s day',
    file: 'src/core/quota/usage.ts',
    replace: 'Math.min(daily - clientRequests, cap === null ? Infinity : cap - used)',
    by: '(cap === null ? daily - clientRequests : cap - used)',
    tests: flow,
  },
  {
    rule: 'On hosted routes the usage object knows the user’s own limits only',
    file: 'src/core/quota/usage.ts',
    replace: "const daily = kind === 'api' ? client.dailyLimit : null;",
    by: 'const daily = client.dailyLimit;',
    tests: flow,
  },
  {
    rule: 'On hosted routes the count of the client is left out',
    file: 'src/core/quota/usage.ts',
    replace: "kind === 'api' ? { client: { requests: ofClient } } : {}",
    by: "kind !== 'api' || { client: { requests: ofClient } } ? { client: { requests: ofClient } } : {}",
    tests: flow,
  },
  {
    rule: 'On hosted routes the RateLimit fields come from the user’s own limits only',
    file: 'src/core/quota/rate-limit-fields.ts',
    replace: "kind === 'api' ? client.dailyLimit : null",
    by: "kind === 'api' ? client.dailyLimit : client.dailyLimit",
    tests: flow,
  },
  {
    rule: 'blocked says that the client’s day is used up',
    file: 'src/core/quota/usage.ts',
    replace: 'dailyLimit !== null && counts.clientRequests >= dailyLimit',
    by: 'dailyLimit !== null && counts.clientRequests > dailyLimit',
    tests: flow,
  },
  {
    rule: 'blocked says that the user’s cap is used up',
    file: 'src/core/quota/usage.ts',
    replace: 'counts.userRequests >= userLimits.requests',
    by: 'counts.userRequests > userLimits.requests',
    tests: flow,
  },
  {
    rule: 'A dimension that is off says so',
    file: 'src/core/quota/usage.ts',
    replace: 'enabled: client.deepDiveEnabled',
    by: 'enabled: true',
    tests: flow,
  },
  {
    rule: 'The next reset is the end of the database’s day',
    file: 'src/core/quota/usage.ts',
    replace: '+ 86_400_000).toISOString();',
    by: '+ 86_400_000 * (Date.parse(day) > Date.now() ? 0 : 1)).toISOString();',
    tests: flow,
  },
  {
    rule: 'Seconds to the reset are counted by the database’s clock',
    file: 'src/core/quota/usage.ts',
    replace: '- at.getTime()) / 1000',
    by: '- (at && Date.now())) / 1000',
    tests: ['test/core/quota/usage.test.ts'],
  },
  {
    rule: 'A hosted conversation goes on with its own agent',
    file: 'src/core/access/agents.ts',
    replace: 'if (agentSlug === undefined && isFollowUp) return null;',
    by: "if (agentSlug === undefined && isFollowUp && caller.kind !== 'hosted') return null;",
    tests: ['test/flows/hosted-agents.test.ts'],
  },
  {
    rule: 'A new hosted conversation has the client’s default agent and no other',
    file: 'src/core/access/agents.ts',
    replace: "caller.kind === 'hosted' && !isFollowUp",
    by: "caller.kind === 'hosted' && isFollowUp",
    tests: ['test/flows/hosted-agents.test.ts'],
  },
];
