import { extname } from 'node:path';
import type { DocumentResource } from '#contract/knowledge/document-resources.ts';
import type { DocumentMediaType } from '#contract/knowledge/documents.ts';
import { agentDocumentOperations as operations } from '#core/operations/agent-document-operations.ts';
import { withParams } from '../ask.ts';
import { type Command, type Input, type Outcome, UsageError } from '../command.ts';
import { everyRow } from '../every-row.ts';
import { bytesOf, omitUndefined } from '../option-values.ts';
import { describe, shown, table } from '../table.ts';

const typesByEnding: Readonly<Record<string, DocumentMediaType>> = {
  '.txt': 'text/plain',
  '.md': 'text/markdown',
  '.html': 'text/html',
  '.htm': 'text/html',
  '.pdf': 'application/pdf',
  '.docx': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
};

const parameters = ['agent', 'document'];

/** The operator's own documents. Clients with the scope `knowledge` have theirs. */
export const agentDocumentCommands: readonly Command[] = [
  {
    name: 'agent documents put',
    parameters,
    options: { file: 'F', type: 'MEDIA/TYPE', title: 'T', url: 'URL', language: 'L', requires: 'JSON' },
    summary: 'Store a document from which an agent answers every client, or replace it; needs --file',
    operation: 'putAgentDocument',
    run: async (input, { administer }) => {
      const bytes = await bytesOf(input, 'file');
      if (bytes === undefined) throw new UsageError('agent documents put needs --file');
      const body = { mediaType: mediaTypeOf(input), bytes };
      const query = omitUndefined({
        title: input.option('title'),
        url: input.option('url'),
        language: input.option('language'),
        requires: input.option('requires'),
      });
      return administer(async (ask) => {
        const stored = await ask(operations.putAgentDocument, { params: paramsOf(input), query, body });
        const notices = stored.changed ? [] : ['the same document is stored already'];
        return { ...documentOutcome(stored), notices };
      });
    },
  },
  {
    name: 'agent documents get',
    parameters,
    options: {},
    summary: 'Show one of these documents, without its text',
    operation: 'getAgentDocument',
    run: (input, { administer }) =>
      administer(async (ask) =>
        documentOutcome(await ask(operations.getAgentDocument, withParams(paramsOf(input)))),
      ),
  },
  {
    name: 'agent documents list',
    parameters: ['agent'],
    options: { q: 'TEXT' },
    summary: 'List these documents, or those with a text in their title or id',
    operation: 'listAgentDocuments',
    run: (input, { administer }) => {
      const call = withParams({ slug: input.parameter('agent') });
      const filter = omitUndefined({ q: input.option('q') });
      return administer(async (ask) =>
        listOutcome(
          await everyRow((page) =>
            ask(operations.listAgentDocuments, { ...call, query: { ...page, ...filter } }),
          ),
        ),
      );
    },
  },
  {
    name: 'agent documents delete',
    parameters,
    options: {},
    summary: 'Delete one of these documents',
    operation: 'deleteAgentDocument',
    run: (input, { administer }) =>
      administer(async (ask) => {
        const deleted = await ask(operations.deleteAgentDocument, withParams(paramsOf(input)));
        return { json: deleted, text: `The document ${deleted.id} is deleted` };
      }),
  },
];

function paramsOf(input: Input) {
  return { slug: input.parameter('agent'), document: input.parameter('document') };
}

/** What the option says, or what the ending of the file does. The operation takes the types that it can read. */
function mediaTypeOf(input: Input): string {
  const type = input.option('type') ?? typesByEnding[extname(input.option('file') ?? '').toLowerCase()];
  if (type !== undefined) return type;
  throw new UsageError('--type must name the media type of the file, as in --type text/plain');
}

function documentOutcome(answer: { readonly ok: true; readonly document: DocumentResource }): Outcome {
  return { json: answer, text: describe(answer.document) };
}

function listOutcome(documents: readonly DocumentResource[]): Outcome {
  const rows = documents.map(({ id, title, language, bytes, used_at, updated_at }) => [
    ...[id, title, language, String(bytes), shown(used_at), updated_at],
  ]);
  return {
    json: { ok: true, object: 'list', data: documents },
    text: table([['ID', 'TITLE', 'LANGUAGE', 'BYTES', 'USED', 'UPDATED'], ...rows]),
  };
}
