import { limits } from '#contract/limits.ts';
import { problemOfArguments } from '#contract/schemas/check-arguments.ts';
import type { TenantStore } from '../administration/tenant-store.ts';
import { type Actor, actorName } from '../audit/actor.ts';
import type { CallableTool } from '../clients/tool-server.ts';
import { errors } from '../errors.ts';
import { partnerErrors } from '../partner-errors.ts';
import { newId } from '../shared/new-id.ts';
import {
  type AdministratorStores,
  type ConfirmedBy,
  confirmAdministrator,
} from '../sign-in/confirm-administrator.ts';
import { lockToolServer } from './change-tool-server.ts';
import { requestIdOf, type ToolAnswer, type ToolClient } from './tool-client.ts';

interface AskedTry {
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly externalUserId: string | null;
}

export interface Tried extends ToolAnswer {
  readonly durationMs: number;
}

/** Calls a tool for a person who wants to see what it answers. Nothing of the call is stored but that it was made. */
export class ToolTries {
  readonly #tenants: TenantStore;
  readonly #calls: ToolClient;
  readonly #people: AdministratorStores;

  constructor(tenants: TenantStore, calls: ToolClient, people: AdministratorStores) {
    this.#tenants = tenants;
    this.#calls = calls;
    this.#people = people;
  }

  /** `confirm` refuses those who may not try a tool that writes, or have not proved to be there. */
  async call(
    actor: Actor,
    slug: string,
    place: { readonly server: string; readonly tool: string },
    { arguments: given, externalUserId }: AskedTry,
    confirm: () => Promise<void>,
  ): Promise<Tried> {
    const tool = await this.#find(actor, slug, place);
    if (tool.approval.effect === 'write') await confirm();
    checkArguments(tool, given);
    await this.#note(actor, tool);
    const context = { externalUserId, facts: null, agentSlug: null, conversationId: null, jobId: null };
    const begun = performance.now();
    const answer = await this.#calls.call(
      {
        tool,
        callId: requestIdOf(newId()),
        arguments: given,
        context: { ...context, attempt: 1, confirmedAt: null, isTry: true },
        at: tool.server.readAt,
      },
      new AbortController().signal,
    );
    return { ...answer, durationMs: Math.round(performance.now() - begun) };
  }

  /** Before a tool that writes is tried on the account page. */
  async confirm(slug: string, by: ConfirmedBy): Promise<void> {
    const { confirmation } = await confirmAdministrator(this.#people, slug, by);
    await confirmation.requireStanding();
    await confirmation.release();
  }

  #find(actor: Actor, slug: string, place: { readonly server: string; readonly tool: string }) {
    return this.#tenants.change(actor, async (tenants): Promise<CallableTool> => {
      const { server } = await lockToolServer(tenants, slug, place.server);
      const tool = await tenants.toolServers.tool(server.clientId, server.id, place.tool);
      if (tool === null || tool.approval === null) {
        throw partnerErrors.toolNotFound('Approve the tool first, for no agent if it is only to be tried.');
      }
      if (!server.enabled) throw partnerErrors.toolNotFound('Enable the server first.');
      return { server, name: tool.name, approval: tool.approval };
    });
  }

  #note(actor: Actor, { server, name }: CallableTool): Promise<void> {
    return this.#tenants.change(actor, ({ audit }) =>
      audit.append({
        clientId: server.clientId,
        actor: actorName(actor),
        action: 'tool.try',
        subject: `${server.name}/${name}`,
        before: null,
        after: null,
      }),
    );
  }
}

function checkArguments({ approval }: CallableTool, given: Readonly<Record<string, unknown>>): void {
  if (Buffer.byteLength(JSON.stringify(given)) > limits.toolArgumentsBytes) {
    throw errors.invalidField(
      '/arguments',
      `must have at most ${limits.toolArgumentsBytes} bytes`,
      'maxLength',
    );
  }
  const problem = problemOfArguments(approval.definition.inputSchema, given);
  if (problem !== null) throw errors.invalidField(`/arguments${problem.pointer}`, problem.detail);
}
