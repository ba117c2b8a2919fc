import { rolesOf } from '../console/roles.ts';
import { noBody, noQuery } from '../request-parts.ts';
import {
  ToolAnswer,
  ToolApprovalRequest,
  ToolCallList,
  ToolList,
  ToolServerAnswer,
  ToolServerChange,
  ToolServerCreation,
  ToolServerDeleted,
  ToolServerList,
  ToolServerSecretAnswer,
  ToolTried,
  ToolTry,
  ToolWithdrawn,
} from '../tools.ts';
import { WebhookRotation } from '../webhooks.ts';
import type { ClientOperation } from './client-operation.ts';

const channels = { api: 'tools', account: 'tools', admin: 'admin:clients' } as const;
const reads = {
  channels: { ...channels, console: rolesOf.people },
  fresh: false,
  audit: null,
  method: 'GET',
  query: noQuery,
  body: null,
} as const;
const changes = {
  channels: { ...channels, console: rolesOf.operators },
  fresh: false,
  query: noQuery,
  body: null,
} as const;
const action = { ...changes, method: 'POST', body: noBody, bodyOptional: true } as const;
const one = '/tool-servers/:server';
const tools = `${one}/tools` as const;
const tool = `${tools}/:tool` as const;

/** Servers of a partner's tools, and what is approved of what they offer. */
export const toolOperations = {
  listToolServers: {
    ...reads,
    operatorName: 'listClientToolServers',
    summary: 'Tool servers, oldest first',
    description: 'Without their secrets, which are shown only when they are created.',
    path: '/tool-servers',
    answers: { 200: ToolServerList },
    errors: [],
  },
  createToolServer: {
    ...changes,
    operatorName: 'createClientToolServer',
    fresh: true,
    audit: 'tool_server.create',
    summary: 'Add a tool server; its secret is shown once',
    description:
      'It speaks MCP 2026-07-28, and each request is signed as the Standard Webhooks specification says. The address must be https and public. A client can have at most ten. Nothing is sent to it until it is refreshed.',
    method: 'POST',
    path: '/tool-servers',
    body: ToolServerCreation,
    answers: { 201: ToolServerSecretAnswer },
    headers: ['Location'],
    errors: ['already_exists', 'too_many_tools', 'tool_server_url_not_allowed'],
  },
  getToolServer: {
    ...reads,
    operatorName: 'getClientToolServer',
    summary: 'One tool server',
    description: 'Without its secret, which is shown only when it is created.',
    path: one,
    answers: { 200: ToolServerAnswer },
    errors: ['tool_server_not_found'],
  },
  updateToolServer: {
    ...changes,
    operatorName: 'updateClientToolServer',
    audit: 'tool_server.update',
    summary: 'Change a tool server',
    description:
      'With another name or address every approval of its tools counts as a new one: no call that waits for a yes is made any more.',
    method: 'PATCH',
    path: one,
    body: ToolServerChange,
    answers: { 200: ToolServerAnswer },
    errors: ['tool_server_not_found', 'already_exists', 'tool_server_url_not_allowed'],
  },
  deleteToolServer: {
    ...changes,
    operatorName: 'deleteClientToolServer',
    audit: 'tool_server.delete',
    summary: 'Remove a tool server with its tools',
    description: 'Nothing more is sent to it.',
    method: 'DELETE',
    path: one,
    answers: { 200: ToolServerDeleted },
    errors: ['tool_server_not_found'],
  },
  refreshToolServer: {
    ...action,
    operatorName: 'refreshClientToolServer',
    audit: 'tool_server.refresh',
    summary: 'Ask a server which tools it offers',
    description:
      'What is approved stays as it was approved. A server that does not say so keeps its list, and `refresh_error` says why.',
    path: `${one}/refresh`,
    answers: { 200: ToolServerAnswer },
    errors: ['tool_server_not_found'],
  },
  rotateToolServerSecret: {
    ...action,
    operatorName: 'rotateClientToolServerSecret',
    fresh: true,
    audit: 'tool_server.rotate_secret',
    summary: 'Replace the secret; it is shown once',
    description: 'During the overlap, requests are signed with both secrets.',
    path: `${one}/rotate-secret`,
    body: WebhookRotation,
    answers: { 200: ToolServerSecretAnswer },
    errors: ['tool_server_not_found'],
  },
  enableToolServer: {
    ...action,
    operatorName: 'enableClientToolServer',
    audit: 'tool_server.enable',
    summary: 'Offer the tools of a server again',
    description: 'Earlier failures no longer count.',
    path: `${one}/enable`,
    answers: { 200: ToolServerAnswer },
    errors: ['tool_server_not_found'],
  },
  listTools: {
    ...reads,
    operatorName: 'listClientTools',
    summary: 'What a server offers, against what is approved',
    description: 'By name. Nothing is asked of the server: `refreshed_at` says how old this is.',
    path: tools,
    answers: { 200: ToolList },
    errors: ['tool_server_not_found'],
  },
  listToolCalls: {
    ...reads,
    operatorName: 'listClientToolCalls',
    summary: 'The last 50 calls of a server, newest first',
    description:
      'Those of answers, for 30 days, or until the conversation is deleted; a try is none of them. What was asked and answered, and for whom, is not shown.',
    path: `${one}/calls`,
    answers: { 200: ToolCallList },
    errors: ['tool_server_not_found'],
  },
  approveTool: {
    ...changes,
    operatorName: 'approveClientTool',
    audit: 'tool.approve',
    summary: 'Approve a tool as it is offered',
    description:
      'A model is told this definition, and no later one. Of one agent there can be 16 tools, whose definitions have 16 KiB together. A schema may have types, properties, required, enum, const, items, least and most, null, and closed objects.',
    method: 'PUT',
    path: tool,
    body: ToolApprovalRequest,
    answers: { 200: ToolAnswer },
    errors: [
      'tool_server_not_found',
      'tool_not_found',
      'agent_not_allowed',
      'tool_definition_changed',
      'tool_schema_unsupported',
      'too_many_tools',
    ],
  },
  withdrawTool: {
    ...changes,
    operatorName: 'withdrawClientTool',
    audit: 'tool.withdraw',
    summary: 'Withdraw an approval',
    description: 'The tool is offered to no agent any more, and no call that waits for a yes is made.',
    method: 'DELETE',
    path: tool,
    answers: { 200: ToolWithdrawn },
    errors: ['tool_server_not_found', 'tool_not_found'],
  },
  callTool: {
    ...changes,
    operatorName: 'callClientTool',
    audit: 'tool.try',
    summary: 'Try an approved tool',
    description:
      'Sends one request as a model would have it sent, with `livemode` false, and shows the answer. What was sent and answered is not stored. A tool that writes is tried on the account page with the password, or in the console with a fresh passkey; with a key it is 404.',
    method: 'POST',
    path: `${tool}/call`,
    body: ToolTry,
    identityOptional: true,
    answers: { 200: ToolTried },
    errors: ['tool_server_not_found', 'tool_not_found'],
  },
} as const satisfies Record<string, ClientOperation>;
