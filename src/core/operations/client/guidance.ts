import { guidanceOperations as rows } from '#contract/operations/guidance.ts';
import type { GuidanceAnswer, GuidanceVersion } from '#contract/partners/guidance.ts';
import type { GuidanceManager } from '../../administration/manage-guidance.ts';
import type { StoredGuidance, GuidanceVersion as StoredVersion } from '../../clients/guidance.ts';
import { parameter } from '../operation.ts';
import { type ClientCall, forOperators, listed, type PerformsAll } from './client-operation.ts';

export interface GuidanceServices {
  readonly guidance: GuidanceManager;
}

const agentIn = ({ params }: Pick<ClientCall, 'params'>) => parameter(params, 'agent');

/** What the operations on a client's additions to the instructions of an agent do. */
const performs: PerformsAll<typeof rows, GuidanceServices> = {
  getGuidance: async ({ guidance }, call) => ({
    body: presentGuidance(await guidance.find(call.client, agentIn(call)), call),
  }),
  updateGuidance: async ({ guidance }, call) => {
    const { by, client, body } = call;
    return {
      body: presentGuidance(
        await guidance.updateDraft(by.actor, client.slug, agentIn(call), body.text),
        call,
      ),
    };
  },
  publishGuidance: async ({ guidance }, call) => {
    const { by, client, body } = call;
    return {
      body: presentGuidance(
        await guidance.publish(by.actor, client.slug, agentIn(call), body?.version),
        call,
      ),
    };
  },
};

export const guidanceOperations = listed(rows, performs);
export const operatorGuidanceOperations = forOperators(rows, performs);

type Asking = Pick<ClientCall, 'by' | 'client'>;

function presentGuidance({ draft, published, versions }: StoredGuidance, asking: Asking): GuidanceAnswer {
  const present = ({ version, text, publishedAt, publishedBy }: StoredVersion): GuidanceVersion => ({
    version,
    text,
    published_at: publishedAt.toISOString(),
    by: authorFor(asking, publishedBy),
  });
  return {
    ok: true,
    draft: draft && { text: draft.text, updated_at: draft.at.toISOString(), by: authorFor(asking, draft.by) },
    published: published && present(published),
    versions: versions.map(present),
  };
}

/** A partner does not learn which of the operator's people, or of the operator's keys, it was. */
function authorFor({ by, client }: Asking, name: string): string {
  const isPartner = by.channel === 'key' || by.channel === 'account';
  const isOperators = /^(?:cli|op|key|service)\b/.test(name) && name !== `key:${client.slug}`;
  return isPartner && isOperators ? 'operator' : name;
}
