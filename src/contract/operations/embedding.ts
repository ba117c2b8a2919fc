import { Type } from 'typebox';
import { strict } from '../chat.ts';
import { Embedding, EmbeddingCheck, EmbeddingFinding } from '../hosted.ts';
import { noQuery } from '../request-parts.ts';
import { open } from '../resources.ts';
import type { ClientOperation } from './client-operation.ts';

const row = { channels: { account: true }, fresh: false, audit: null, query: noQuery, body: null } as const;

/** The chat in a partner's own pages. */
export const embeddingOperations = {
  getEmbedding: {
    ...row,
    summary: 'Where the chat may be embedded, and how',
    method: 'GET',
    path: '/embedding',
    answers: { 200: Embedding },
    errors: [],
  },
  updateEmbedding: {
    ...row,
    audit: 'client.update',
    summary: 'Set the origins that may embed the chat',
    method: 'PATCH',
    path: '/embedding',
    body: Type.Object({ origins: Type.Array(Type.String({ maxLength: 300 }), { maxItems: 50 }) }, strict),
    answers: { 200: Embedding },
    errors: [],
  },
  checkEmbedding: {
    ...row,
    summary: 'Explain what blocks the chat on a page',
    method: 'POST',
    path: '/embedding/check',
    body: EmbeddingCheck,
    answers: { 200: Type.Object({ ok: Type.Literal(true), findings: Type.Array(EmbeddingFinding) }, open) },
    errors: ['too_many_attempts'],
  },
} as const satisfies Record<string, ClientOperation>;
