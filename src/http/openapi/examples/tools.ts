import { type ClientOperation, operatorNameOf } from '#contract/operations/client-operation.ts';
import { toolOperations } from '#contract/operations/tools.ts';
import type { Tool, ToolCall, ToolServer } from '#contract/tools/tools.ts';
import type { OperationExample } from '../types.ts';
import { ids, times, user } from './values.ts';

const path = { server: ids.toolServer };
const secret = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD4TkmnYHLHjA=';

export const toolHash = '3f1c9a0be5b7b7b0d2d6a8f0f7f9c1d25b0c6f1f8a9d4e3b2c1a0f9e8d7c6b5a';

const server: ToolServer = {
  id: ids.toolServer,
  name: 'shop',
  url: 'https://tools.example.com/parley',
  enabled: true,
  disabled_reason: null,
  disabled_at: null,
  previous_secret_until: null,
  refreshed_at: times.started,
  fresh_until: null,
  refresh_error: null,
  refresh_error_code: null,
  created_at: times.created,
  updated_at: times.created,
};
const created = { ...server, refreshed_at: null };
const { name, url } = server;

const definition = {
  title: 'Find orders',
  description: 'The orders of the person who asks.',
  input_schema: {
    type: 'object',
    properties: { status: { type: 'string', enum: ['open', 'shipped'] } },
    additionalProperties: false,
  },
};
const decided = {
  effect: 'read',
  labels: { en: 'Looking up your orders', de: 'Ich sehe nach deinen Bestellungen' },
  agents: ['assistant'],
  timeout_ms: 10_000,
} as const;
const tool: Tool = {
  name: 'find_orders',
  exposed_name: 'shop_find_orders',
  offered: definition,
  offered_hash: toolHash,
  problem: null,
  approval: {
    ...definition,
    ...{ ...decided, agents: [...decided.agents] },
    idempotent: false,
    confirm: null,
    approved_at: times.finished,
  },
  changed: false,
};
const ofTool = { ...path, tool: tool.name };

const call: ToolCall = {
  id: `call_${ids.job}`,
  tool: tool.name,
  label: decided.labels.en,
  status: 'done',
  bytes: 112,
  duration_ms: 84,
  created_at: times.finished,
};

const ok = { ok: true } as const;
const list = { ...ok, object: 'list', has_more: false, next_cursor: null } as const;

/** Examples of the operations on tool servers. */
export const toolExamples = {
  listToolServers: { answers: { 200: { ...list, data: [server] } } },
  createToolServer: { body: { name, url }, answers: { 201: { ...ok, ...created, secret } } },
  getToolServer: { parameters: path, answers: { 200: { ...ok, ...server } } },
  updateToolServer: {
    parameters: path,
    body: { enabled: false },
    answers: { 200: { ...ok, ...server, enabled: false, disabled_at: times.finished } },
  },
  deleteToolServer: { parameters: path, answers: { 200: { ...ok, id: ids.toolServer, deleted: true } } },
  refreshToolServer: { parameters: path, answers: { 200: { ...ok, ...server } } },
  rotateToolServerSecret: {
    parameters: path,
    body: { overlap_seconds: 86_400 },
    answers: { 200: { ...ok, ...server, previous_secret_until: times.reset, secret } },
  },
  enableToolServer: { parameters: path, answers: { 200: { ...ok, ...server } } },
  listTools: { parameters: path, answers: { 200: { ...list, data: [tool] } } },
  listToolCalls: { parameters: path, answers: { 200: { ...list, data: [call] } } },
  approveTool: {
    parameters: ofTool,
    body: { offered_hash: toolHash, ...decided },
    answers: { 200: { ...ok, ...tool } },
  },
  withdrawTool: { parameters: ofTool, answers: { 200: { ...ok, name: tool.name, approved: false } } },
  callTool: {
    parameters: ofTool,
    body: { arguments: { status: 'open' }, external_user_id: user },
    answers: {
      200: {
        ...ok,
        outcome: 'result',
        text: 'Order 1001: two mugs',
        error_code: null,
        bytes: 112,
        duration_ms: 84,
      },
    },
  },
} as const satisfies Record<string, OperationExample>;

const known: Readonly<Record<string, OperationExample>> = {
  ...toolExamples,
  callTool: { ...toolExamples.callTool, body: { arguments: { status: 'open' } } },
};

/** The same for operators, who name the client. */
export const adminToolExamples: Readonly<Record<string, OperationExample>> = Object.fromEntries(
  Object.entries<ClientOperation>(toolOperations).flatMap(([operation, row]) => {
    const example = known[operation];
    const parameters = { ...example?.parameters, slug: 'acme' };
    return example === undefined ? [] : [[operatorNameOf(operation, row), { ...example, parameters }]];
  }),
);
