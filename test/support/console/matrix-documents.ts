import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../machine/make-folder.ts';
import type { Asked, Recipe } from './recipe.ts';

const actor = { kind: 'service' } as const;

const text = 'Goods can be returned within 30 days.';

/** About the documents of a client for an agent, of which there is one. */
const onDocuments: (more?: Omit<Asked, 'words'>) => Recipe =
  (more = {}) =>
  async ({ clients, documents }, slug) => {
    const { client } = await clients.create(actor, slug, {});
    await documents.put(actor, { client, agentSlug: 'assistant' }, 'returns', { file: fileOf(text) });
    return { params: { slug, agent: 'assistant', document: 'returns' }, ...more };
  };

/** About the operator's own for a new agent. */
const onAgentDocuments: (words: readonly string[], more?: Omit<Asked, 'words'>) => Recipe =
  ([verb = '', ...options], more = {}) =>
  async ({ agents, documents }, slug) => {
    await agents.create(actor, { slug, name: 'An agent', instructions: 'Answer.' });
    await documents.put(actor, { client: null, agentSlug: slug }, 'returns', { file: fileOf(text) });
    const named = verb === 'list' ? [slug] : [slug, 'returns'];
    const words = ['agent', 'documents', verb, ...named, ...options];
    return { params: { slug, document: 'returns' }, ...more, words };
  };

function fileOf(content: string) {
  return { mediaType: 'text/plain', bytes: Buffer.from(content) };
}

/** How the operations on documents are asked for. */
export const documentRecipes = {
  putClientDocument: onDocuments({ file: 'Goods can be returned within 60 days.' }),
  getClientDocument: onDocuments(),
  listClientDocuments: onDocuments(),
  deleteClientDocument: onDocuments(),
  putAgentDocument: async (services, slug) => {
    const changed = 'Goods can be returned within 60 days.';
    const path = join(makeFolder('parley-matrix-'), 'returns.txt');
    await writeFile(path, changed);
    return onAgentDocuments(['put', '--file', path], { file: changed })(services, slug);
  },
  getAgentDocument: onAgentDocuments(['get']),
  listAgentDocuments: onAgentDocuments(['list']),
  deleteAgentDocument: onAgentDocuments(['delete']),
  findClientSources: onDocuments({ body: { q: 'How long can goods be returned?' } }),
  findAgentSources: async (services, slug) => {
    const { words: _, ...asked } = await onAgentDocuments(['list'])(services, slug);
    return { ...asked, body: { q: 'How long can goods be returned?' } };
  },
} as const satisfies Record<string, Recipe>;
