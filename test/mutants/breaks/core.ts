import type { Break } from '../break.ts';

const order = 'test/flows/requests/check-order.test.ts';
const admin = 'test/http/routing/admin-routes.test.ts';
const matrix = 'test/flows/owners/credential-matrix.test.ts';
const gate = 'src/core/identity/gate.ts';
const agents = 'src/core/identity/agents.ts';

export const gateBreaks: readonly Break[] = [
  {
    rule: 'A key without the scope of a route is refused',
    file: gate,
    replace: 'if (!granted)',
    by: "if (!granted && String(scope) === '')",
    tests: [order],
  },
  {
    rule: 'A key that has one admin scope has no other',
    file: gate,
    replace: 'scopes.includes(scope)',
    by: 'scopes.some((one) => one.slice(0, 5) === scope.slice(0, 5))',
    tests: [admin],
  },
  {
    rule: 'A hosted caller has the chat scope and no other',
    file: gate,
    replace: "scope === 'chat' :",
    by: "scope !== 'admin:operate' :",
    tests: ['test/core/identity/gate.test.ts'],
  },
  {
    rule: 'The audit log needs its own scope',
    file: 'src/contract/endpoints/operation-table.ts',
    replace: "listAudit: reads('admin:audit',",
    by: "listAudit: reads('admin:clients',",
    tests: [admin],
  },
  {
    rule: 'The usage report needs its own scope',
    file: 'src/contract/endpoints/operation-table.ts',
    replace: "reportUsage: reads('admin:usage',",
    by: "reportUsage: reads('admin:clients',",
    tests: [admin],
  },
  {
    rule: 'A subscription that is past due sends nothing',
    file: gate,
    replace: "return status === 'trial' || status === 'active';",
    by: "return status !== 'canceled';",
    tests: ['test/flows/owners/revocation.test.ts'],
  },
  {
    rule: 'A subscription that was canceled sends nothing',
    file: gate,
    replace: "return status === 'trial' || status === 'active';",
    by: "return status !== 'past_due';",
    tests: [matrix],
  },
  {
    rule: 'An admission needs a subscription that runs',
    file: 'src/core/turn/admit-turn.ts',
    replace: '  requireSubscription(caller);\n',
    by: '',
    tests: ['test/core/turn/admit-turn.test.ts'],
  },
  {
    rule: 'An admission needs the chat scope',
    file: 'src/core/turn/admit-turn.ts',
    replace: "  requireScope(caller, 'chat');\n",
    by: '',
    tests: ['test/core/turn/admit-turn.test.ts'],
  },
];

export const agentBreaks: readonly Break[] = [
  {
    rule: 'An agent that a client may not use is refused',
    file: agents,
    replace: 'return requireAgent(client, agentSlug ?? client.defaultAgent).slug;',
    by: 'return agentSlug ?? client.defaultAgent;',
    tests: ['test/flows/owners/ownership.test.ts'],
  },
  {
    rule: 'A reserved agent is open to those only to whom it is bound',
    file: 'database/functions/10-agents.sql',
    replace: 'select coalesce(ca.bound, not a.reserved)',
    by: 'select coalesce(ca.bound, true)',
    tests: ['test/flows/owners/ownership.test.ts'],
  },
  {
    rule: 'A follow-up with an agent that was unbound since is refused',
    file: 'src/core/turn/admission/admission-rules.ts',
    replace: 'conversation === null || conversation.isAgentAllowed',
    by: 'conversation === null || conversation !== null',
    tests: ['test/core/turn/admission/admission-rules.test.ts'],
  },
  {
    rule: "A follow-up that names another agent than the conversation's finds no conversation",
    file: 'src/core/turn/admission/admission-rules.ts',
    replace: 'conversation !== null && (agentSlug === null || agentSlug === conversation.agentSlug)',
    by: 'conversation !== null',
    tests: ['test/core/turn/admission/admission-rules.test.ts'],
  },
];

export const deepDiveBreaks: readonly Break[] = [
  {
    rule: 'Deep Dive is refused where the client has it off',
    file: 'src/core/identity/turn-options.ts',
    replace: 'if (!caller.client.deepDiveEnabled)',
    by: 'if (!caller.client.deepDiveEnabled && options.retry)',
    tests: [order],
  },
  {
    rule: 'A retry is refused where Deep Dive is off',
    file: 'src/core/identity/turn-options.ts',
    replace: 'if (!caller.client.deepDiveEnabled)',
    by: 'if (!caller.client.deepDiveEnabled && !options.retry)',
    tests: ['test/flows/answers/retry.test.ts'],
  },
  {
    rule: 'Both Deep Dive flags together count once',
    file: 'src/core/turn/chat-request.ts',
    replace: 'deepDive: options.detailed_response === true || options.think_harder_retry === true,',
    by: 'deepDive: options.detailed_response === true && options.think_harder_retry !== true,',
    tests: ['test/flows/answers/retry.test.ts'],
  },
  {
    rule: 'On hosted pages a new prompt goes deep for administrators only',
    file: 'src/core/identity/turn-options.ts',
    replace: "caller.kind === 'hosted' && !caller.admin)",
    by: "caller.kind === 'hosted' && false)",
    tests: ['test/flows/hosted/deep-dive.test.ts'],
  },
  {
    rule: 'An answer that is regenerated is no Deep Dive',
    file: 'src/core/turn/chat-request.ts',
    replace: 'deepDive: options.detailed_response === true || options.think_harder_retry === true,',
    by: 'deepDive: options.detailed_response === true || version.retry,',
    tests: ['test/flows/answers/retry.test.ts'],
  },
];
