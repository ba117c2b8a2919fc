import { toolOperations as rows } from '#contract/operations/tools.ts';
import type { ToolTry } from '#contract/tools/tools.ts';
import { actorName } from '../../audit/actor.ts';
import { errors } from '../../errors.ts';
import { checkExternalUserId } from '../../identity/external-user-id.ts';
import { partnerErrors } from '../../partner-errors.ts';
import { presentPage } from '../../shared/list-page.ts';
import type { ToolApprovals } from '../../tools/approve-tools.ts';
import type { ToolServerManager } from '../../tools/manage-tool-servers.ts';
import { presentTool, presentToolCall, presentToolServer } from '../../tools/present-tools.ts';
import type { ToolTries } from '../../tools/try-tool.ts';
import { parameter } from '../operation.ts';
import { type Asker, requireFresh } from '../principal.ts';
import { type ClientCall, forOperators, listed, type PerformsAll } from './client-operation.ts';

export interface ToolServices {
  readonly toolServers: ToolServerManager;
  readonly toolApprovals: ToolApprovals;
  readonly toolTries: ToolTries;
}

type Call = Pick<ClientCall, 'params'>;

const ok = { ok: true } as const;

const idIn = ({ params }: Call) => parameter(params, 'server');
const toolIn = ({ params }: Call) => ({
  server: parameter(params, 'server'),
  tool: parameter(params, 'tool'),
});

/** What the operations on tool servers and their tools do. */
const performs: PerformsAll<typeof rows, ToolServices> = {
  listToolServers: async ({ toolServers }, { client }) => ({
    body: presentPage({ rows: await toolServers.list(client), nextCursor: null }, presentToolServer),
  }),
  createToolServer: async ({ toolServers }, { by, client, body }) => {
    const { server, secret } = await toolServers.create(by.actor, client.slug, body);
    return { body: { ...ok, ...presentToolServer(server), secret }, location: `/tool-servers/${server.id}` };
  },
  getToolServer: async ({ toolServers }, call) => ({
    body: { ...ok, ...presentToolServer(await toolServers.find(call.client, idIn(call))) },
  }),
  updateToolServer: async ({ toolServers }, call) => {
    const server = await toolServers.update(call.by.actor, call.client.slug, idIn(call), call.body);
    return { body: { ...ok, ...presentToolServer(server) } };
  },
  deleteToolServer: async ({ toolServers }, call) => {
    await toolServers.delete(call.by.actor, call.client.slug, idIn(call));
    return { body: { ...ok, id: idIn(call).toLowerCase(), deleted: true } };
  },
  refreshToolServer: async ({ toolServers }, call) => {
    const server = await toolServers.refresh(call.by.actor, call.client.slug, idIn(call));
    return { body: { ...ok, ...presentToolServer(server) } };
  },
  rotateToolServerSecret: async ({ toolServers }, call) => {
    const overlap = call.body?.overlap_seconds;
    const rotated = await toolServers.rotateSecret(call.by.actor, call.client.slug, idIn(call), overlap);
    return { body: { ...ok, ...presentToolServer(rotated.server), secret: rotated.secret } };
  },
  enableToolServer: async ({ toolServers }, call) => {
    const server = await toolServers.enable(call.by.actor, call.client.slug, idIn(call));
    return { body: { ...ok, ...presentToolServer(server) } };
  },
  listTools: async ({ toolApprovals }, call) => {
    const { server, tools } = await toolApprovals.list(call.client, idIn(call));
    const present = (tool: (typeof tools)[number]) => presentTool(server.name, tool);
    return { body: presentPage({ rows: tools, nextCursor: null }, present) };
  },
  listToolCalls: async ({ toolApprovals }, call) => {
    const rows = await toolApprovals.calls(call.client, idIn(call));
    return { body: presentPage({ rows, nextCursor: null }, presentToolCall) };
  },
  approveTool: async ({ toolApprovals }, call) => {
    const { by, client, body } = call;
    const { server, tool } = await toolApprovals.approve(by.actor, client.slug, toolIn(call), body);
    return { body: { ...ok, ...presentTool(server.name, tool) } };
  },
  withdrawTool: async ({ toolApprovals }, call) => {
    await toolApprovals.withdraw(call.by.actor, call.client.slug, toolIn(call));
    return { body: { ...ok, name: toolIn(call).tool, approved: false } };
  },
  callTool: async ({ toolTries }, call) => {
    const { by, client, body } = call;
    const asked = { arguments: body.arguments, externalUserId: userOfTry(by, body) };
    const confirm = () => confirmWriting(toolTries, by, client.slug, body);
    const tried = await toolTries.call(by.actor, client.slug, toolIn(call), asked, confirm);
    const { outcome, text, errorCode, bytes, durationMs } = tried;
    return { body: { ...ok, outcome, text, error_code: errorCode, bytes, duration_ms: durationMs } };
  },
};

export const toolOperations = listed(rows, performs);
export const operatorToolOperations = forOperators(rows, performs);

/** An administrator tries as the person who is signed in, and an operator as no end user of the partner's. */
function userOfTry(by: Asker, { external_user_id: given }: ToolTry): string | null {
  if (by.channel === 'account') return actorName(by.actor);
  if (given === undefined) return null;
  if (by.channel !== 'key') throw errors.invalidField('/external_user_id', 'is for the partner only', 'not');
  return checkExternalUserId(given, '/external_user_id');
}

/** A key can be in any hands; a person who is there can be asked. */
async function confirmWriting(
  tries: ToolTries,
  by: Asker,
  slug: string,
  { password }: ToolTry,
): Promise<void> {
  if (by.channel === 'console') return requireFresh(by);
  if (by.channel !== 'account') {
    throw partnerErrors.toolNotFound(
      'A tool that writes is tried on the account page or in the console only.',
    );
  }
  if (password === undefined) {
    throw errors.invalidField('/password', 'is required for a tool that writes', 'required');
  }
  await tries.confirm(slug, { author: by.actor, password, address: by.address });
}
