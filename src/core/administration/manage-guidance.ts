import { largestInteger, limits } from '#contract/limits.ts';
import { type Actor, actorName } from '../audit/actor.ts';
import type { NewAuditEntry } from '../audit/audit.ts';
import type { Client } from '../clients/client.ts';
import type { GuidanceStore, GuidanceWriter, StoredGuidance } from '../clients/guidance.ts';
import { errors } from '../errors.ts';
import { requireAgent } from '../identity/agents.ts';
import { partnerErrors } from '../partner-errors.ts';
import { checkText } from '../shared/check-text.ts';
import { lockClient } from './change-client.ts';
import type { TenantStore } from './tenant-store.ts';

type Change = Pick<NewAuditEntry, 'action' | 'before' | 'after'>;

/** What clients add to the instructions of agents. Every change marks cached copies of the client stale. */
export class GuidanceManager {
  readonly #store: GuidanceStore;
  readonly #tenants: TenantStore;

  constructor(store: GuidanceStore, tenants: TenantStore) {
    this.#store = store;
    this.#tenants = tenants;
  }

  async find(client: Client, agentSlug: string): Promise<StoredGuidance> {
    return this.#store.find(client.id, requireAgent(client, agentSlug).slug);
  }

  updateDraft(actor: Actor, clientSlug: string, agentSlug: string, given: string): Promise<StoredGuidance> {
    const text = checkGuidance(given);
    return this.#change(actor, clientSlug, agentSlug, async (guidance, client, { draft }) => {
      if (draft?.text === text) return null;
      await guidance.saveDraft(client.id, agentSlug, text, actorName(actor));
      return { action: 'guidance.update', before: { text: draft?.text ?? null }, after: { text } };
    });
  }

  /** The draft as the next version, or an earlier version again. */
  publish(actor: Actor, clientSlug: string, agentSlug: string, version?: number): Promise<StoredGuidance> {
    const by = actorName(actor);
    return this.#change(actor, clientSlug, agentSlug, async (guidance, client, { draft, published }) => {
      const next = version ?? (await versionOfDraft(guidance, client, agentSlug, by, { draft, published }));
      const before = published?.version ?? null;
      if (next === before) return null;
      const isKnown = next === null || next <= largestInteger;
      if (!isKnown || !(await guidance.publish(client.id, agentSlug, next, by)))
        throw partnerErrors.versionNotFound();
      return { action: 'guidance.publish', before: { version: before }, after: { version: next } };
    });
  }

  /** Admissions are excluded while it changes. `work` returns what it has changed, or null. */
  #change(
    actor: Actor,
    clientSlug: string,
    agentSlug: string,
    work: (guidance: GuidanceWriter, client: Client, before: StoredGuidance) => Promise<Change | null>,
  ): Promise<StoredGuidance> {
    return this.#tenants.change(actor, async (tenants) => {
      const client = await lockClient(tenants, clientSlug);
      requireAgent(client, agentSlug);
      const before = await tenants.guidance.find(client.id, agentSlug);
      const change = await work(tenants.guidance, client, before);
      if (change === null) return before;
      await tenants.clients.bumpVersion(client.id);
      const what = { clientId: client.id, actor: actorName(actor), subject: agentSlug };
      await tenants.audit.append({ ...what, ...change });
      if (client.usesEvents && change.action === 'guidance.publish') {
        const data = { changed: ['guidance'] };
        await tenants.events.record({ clientId: client.id, userId: null, type: 'client.updated', data });
      }
      return tenants.guidance.find(client.id, agentSlug);
    });
  }
}

/** Null where the draft is empty; a draft that is published already is no version of its own. */
async function versionOfDraft(
  guidance: GuidanceWriter,
  { id }: Client,
  agentSlug: string,
  by: string,
  { draft, published }: Pick<StoredGuidance, 'draft' | 'published'>,
): Promise<number | null> {
  if (draft === null)
    throw errors.invalidField('/version', 'is required while there is no draft', 'required');
  if (draft.text === '') return null;
  if (draft.text === published?.text) return published.version;
  return guidance.addVersion(id, agentSlug, draft.text, by);
}

/** Only white space is nothing. */
function checkGuidance(text: string): string {
  checkText(text, '/text');
  const most = limits.guidanceCharacters;
  if (text.length > most && [...text].length > most) {
    throw errors.invalidField('/text', `must have at most ${most} characters`, 'maxLength');
  }
  return text.trim() === '' ? '' : text;
}
