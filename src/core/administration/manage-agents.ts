import type { AgentChange, AgentCreation } from '#contract/admin.ts';
import { isPlainText } from '#contract/context.ts';
import { defaultAgentSlug } from '#contract/limits.ts';
import { type Actor, actorName } from '../audit/actor.ts';
import { auditChange } from '../audit/audit.ts';
import { type AgentRecord, type AgentSettings, type AgentStore, presentAgent } from '../clients/agent.ts';
import { errors } from '../errors.ts';
import { type ListPage, oneText, type PageQuery, readPage } from '../shared/list-page.ts';
import { checkModel, checkName } from './client-checks.ts';
import type { TenantStore } from './tenant-store.ts';

const longestInstructions = 50_000;

/** Creates and changes agents. Clients cache them, so every change marks those copies stale. */
export class AgentManager {
  readonly #agents: AgentStore;
  readonly #tenants: TenantStore;
  readonly #providerIds: ReadonlySet<string>;

  constructor(agents: AgentStore, tenants: TenantStore, providerIds: Iterable<string>) {
    this.#agents = agents;
    this.#tenants = tenants;
    this.#providerIds = new Set(providerIds);
  }

  list(query: PageQuery): Promise<ListPage<AgentRecord>> {
    return readPage(
      query,
      oneText,
      ({ slug }) => [slug] as const,
      (after, limit) => this.#agents.list(after?.[0] ?? null, limit),
    );
  }

  async find(slug: string): Promise<AgentRecord> {
    const agent = await this.#agents.find(slug);
    if (agent === null) throw errors.agentNotFound(slug);
    return agent;
  }

  async create(actor: Actor, { slug, ...given }: AgentCreation): Promise<AgentRecord> {
    checkAgentSlug(slug);
    const agent = this.#apply(blankAgent(slug), given);
    return this.#tenants.change(actor, async (tenants) => {
      if (!(await tenants.agents.insert(agent))) throw errors.alreadyExists(`The agent ${slug}`);
      const created = await tenants.agents.find(slug);
      if (created === null) throw errors.agentNotFound(slug);
      await tenants.audit.append({
        clientId: null,
        actor: actorName(actor),
        action: 'agent.create',
        subject: slug,
        before: null,
        after: auditableAgent(created),
      });
      await tenants.clients.bumpAllVersions();
      return created;
    });
  }

  update(actor: Actor, slug: string, change: AgentChange): Promise<AgentRecord> {
    return this.#tenants.change(actor, async (tenants) => {
      const before = await tenants.agents.lock(slug);
      if (before === null) throw errors.agentNotFound(slug);
      if (change.reserved === true && !before.reserved) {
        refuseDefault(slug, await tenants.agents.defaultOf(slug, 'unbound'), 'bind it to them first');
      }
      await tenants.agents.save(this.#apply(before, change));
      const after = await tenants.agents.find(slug);
      if (after === null) throw errors.agentNotFound(slug);
      const what = { clientId: null, action: 'agent.update', subject: slug } as const;
      const entry = auditChange(what, actor, auditableAgent(before), auditableAgent(after));
      if (entry !== null) await tenants.audit.append(entry);
      await tenants.clients.bumpAllVersions();
      return after;
    });
  }

  /**
   * Conversations with a deleted agent stay readable; sends to it are refused, as for any agent that the client may
   * not use.
   */
  delete(actor: Actor, slug: string): Promise<void> {
    return this.#tenants.change(actor, async (tenants) => {
      const before = await tenants.agents.lock(slug);
      if (before === null) throw errors.agentNotFound(slug);
      if (slug === defaultAgentSlug) throw errors.agentInUse(`${slug} is the default agent of new clients.`);
      refuseDefault(slug, await tenants.agents.defaultOf(slug, 'all'), 'give them another default first');
      if (await tenants.agents.hasDocuments(slug))
        throw errors.agentInUse(
          `${slug} has documents: delete those of the operator and of its clients first.`,
        );
      await tenants.agents.delete(slug);
      await tenants.audit.append({
        clientId: null,
        actor: actorName(actor),
        action: 'agent.delete',
        subject: slug,
        before: auditableAgent(before),
        after: null,
      });
      await tenants.clients.bumpAllVersions();
    });
  }

  #apply(now: AgentSettings, change: AgentChange): AgentSettings {
    const { name, instructions, model, reserved, deep_dive: deepDive = {} } = change;
    const modelOr = (value: string | null | undefined, pointer: string, otherwise: string | null) =>
      value === undefined ? otherwise : checkModel(value, pointer, this.#providerIds);
    return {
      slug: now.slug,
      name: name === undefined ? now.name : checkName(name, '/name'),
      instructions:
        instructions === undefined ? now.instructions : checkInstructions(instructions, '/instructions', 1),
      model: modelOr(model, '/model', now.model),
      reserved: reserved ?? now.reserved,
      deepDive: {
        model: modelOr(deepDive.model, '/deep_dive/model', now.deepDive.model),
        effort: deepDive.effort ?? now.deepDive.effort,
        instructions:
          deepDive.instructions === undefined
            ? now.deepDive.instructions
            : checkInstructions(deepDive.instructions, '/deep_dive/instructions', 0),
      },
    };
  }
}

function blankAgent(slug: string): AgentSettings {
  const deepDive = { model: null, effort: 'high', instructions: '' } as const;
  return { slug, name: slug, instructions: '', model: null, reserved: true, deepDive };
}

function refuseDefault(slug: string, clients: readonly string[], remedy: string): void {
  if (clients.length === 0) return;
  throw errors.agentInUse(`${slug} is the default agent of ${clients.join(', ')}: ${remedy}.`);
}

function auditableAgent(agent: AgentRecord): Readonly<Record<string, unknown>> {
  const { created_at, updated_at, ...facts } = presentAgent(agent);
  return facts;
}

function checkAgentSlug(slug: string): void {
  if (/^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/.test(slug)) return;
  throw errors.invalidField('/slug', 'must be 1 to 64 lower-case letters, digits and dashes', 'format');
}

function checkInstructions(text: string, pointer: string, least: 0 | 1): string {
  const length = [...text.trim()].length;
  if (length < least || length > longestInstructions || !isPlainText(text)) {
    throw errors.invalidField(pointer, `must have ${least} to ${longestInstructions} characters`, 'length');
  }
  return text;
}
