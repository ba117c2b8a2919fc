import type { Addition } from './addition.ts';

const rows = 'src/contract/operations/webhooks.ts';
const performs = 'src/core/operations/client/webhooks.ts';
const channels = 'test/support/console/matrix-channels.ts';
const roles = 'test/support/console/matrix-roles.ts';

/** What a program of ours says of the operation: one row, one function, one example. */
const written: Addition['changes'] = [
  {
    file: rows,
    replace: '  replayWebhook: {\n',
    by: `  pauseWebhook: {
    ...action,
    channels: { account: true, admin: 'admin:clients', console: rolesOf.operators },
    operatorName: 'pauseClientWebhook',
    audit: 'webhook.update',
    summary: 'Stop delivering',
    description: 'What is missed meanwhile can be replayed.',
    path: \`\${one}/pause\`,
    answers: { 200: WebhookAnswer },
    errors: ['webhook_not_found'],
  },
  replayWebhook: {
`,
  },
  {
    file: performs,
    replace: '  replayWebhook: async ({ deliveries }, call) => ({\n',
    by: `  pauseWebhook: async ({ webhooks }, call) => {
    const off = { enabled: false };
    const webhook = await webhooks.update(call.by.actor, call.client.slug, idIn(call), off);
    return { body: { ...ok, ...presentWebhook(webhook) } };
  },
  replayWebhook: async ({ deliveries }, call) => ({
`,
  },
  {
    file: 'src/http/openapi/examples/webhooks.ts',
    replace: '  replayWebhook: {\n',
    by: `  pauseWebhook: { parameters: path, answers: { 200: { ...ok, ...webhook, enabled: false } } },
  replayWebhook: {
`,
  },
];

/** What the lists by hand say of it, which the rows are compared with. */
const byHand: Addition['changes'] = [
  {
    file: channels,
    replace: "['enableClientWebhook', 'replayClientWebhook',",
    by: "['enableClientWebhook', 'pauseClientWebhook', 'replayClientWebhook',",
  },
  {
    file: channels,
    replace: "['testWebhook', 'enableWebhook',",
    by: "['testWebhook', 'enableWebhook', 'pauseWebhook',",
  },
  {
    file: roles,
    replace: "'createClientWebhook', 'updateClientWebhook',",
    by: "'createClientWebhook', 'pauseClientWebhook', 'updateClientWebhook',",
  },
  {
    file: roles,
    replace: "['getClientWebhook', 'updateClientWebhook',",
    by: "['getClientWebhook', 'pauseClientWebhook', 'updateClientWebhook',",
  },
  {
    file: roles,
    replace: "  enableClientWebhook: 'webhook_not_found',\n",
    by: "  enableClientWebhook: 'webhook_not_found',\n  pauseClientWebhook: 'webhook_not_found',\n",
  },
  {
    file: 'test/support/console/matrix-recipes.ts',
    replace: '  enableClientWebhook: onWebhooks(),\n',
    by: '  enableClientWebhook: onWebhooks(),\n  pauseClientWebhook: onWebhooks(),\n',
  },
];

/** An operation on one client for three audiences: its administrators, keys that name it, and operators. */
export const operationAddition: Addition = {
  files: {},
  changes: [...written, ...byHand],
  generated: [
    'src/client/routes/account-routes.ts',
    'src/client/routes/console-routes.ts',
    'test/snapshots/openapi.snap.json',
  ],
};
