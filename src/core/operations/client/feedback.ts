import { feedbackOperations as rows } from '#contract/operations/feedback.ts';
import type { ClientManager } from '../../administration/manage-clients.ts';
import type { Client } from '../../clients/client.ts';
import { type RatingServices, readRatings } from '../../conversations/read-ratings.ts';
import { listed, type PerformsAll } from './client-operation.ts';

export interface FeedbackServices {
  readonly clients: ClientManager;
  readonly feedback: RatingServices;
}

/** The operations on what people thought of the answers. */
const performs: PerformsAll<typeof rows, FeedbackServices> = {
  listFeedback: async ({ feedback }, { by, client, query }) => ({
    body: await readRatings(feedback, by.actor, client, query),
  }),
  getPrivacy: async (_services, { client }) => ({ body: presentPrivacy(client) }),
  updatePrivacy: async ({ clients }, { by, client: { slug }, body }) => ({
    body: presentPrivacy(await clients.setPrivate(by.actor, slug, body.conversations_private)),
  }),
};

export const feedbackOperations = listed(rows, performs);

function presentPrivacy({ conversationsPrivate }: Client) {
  return { ok: true, conversations_private: conversationsPrivate } as const;
}
