import { feedbackOperations as rows } from '#contract/operations/feedback.ts';
import type { ClientManager } from '../../administration/manage-clients.ts';
import type { Client } from '../../clients/client.ts';
import { type RatingServices, readRatings } from '../../conversations/read-ratings.ts';
import { readUnanswered, type UnansweredServices } from '../../conversations/read-unanswered.ts';
import { parameter } from '../operation.ts';
import { listed, type PerformsAll } from './client-operation.ts';

export interface FeedbackServices {
  readonly clients: ClientManager;
  readonly feedback: RatingServices & UnansweredServices;
}

/** The operations on what people thought of the answers. */
const performs: PerformsAll<typeof rows, FeedbackServices> = {
  listFeedback: async ({ feedback }, { by, client, query }) => ({
    body: await readRatings(feedback, by.actor, client, query),
  }),
  listUnanswered: async ({ feedback }, { by, client, query, params }) => ({
    body: await readUnanswered(feedback, by.actor, client, parameter(params, 'agent'), query),
  }),
  getPrivacy: async (_services, { client }) => ({ body: presentPrivacy(client) }),
  updatePrivacy: async ({ clients }, { by, client: { slug }, body }) => ({
    body: presentPrivacy(
      await clients.setPrivacy(by.actor, slug, {
        conversationsPrivate: body.conversations_private,
        modelLinks: body.model_links,
      }),
    ),
  }),
};

export const feedbackOperations = listed(rows, performs);

function presentPrivacy({ conversationsPrivate, modelLinks }: Client) {
  return { ok: true, conversations_private: conversationsPrivate, model_links: modelLinks } as const;
}
