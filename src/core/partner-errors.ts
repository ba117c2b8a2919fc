import type { ErrorCode } from '#contract/errors.ts';
import type { UnreadableReason } from '#contract/knowledge/documents.ts';
import { ParleyError } from './parley-error.ts';

const unreadableWords: Readonly<Record<UnreadableReason, string>> = {
  encrypted: 'The document is protected by a password.',
  damaged: 'The document is damaged, or is not what its Content-Type says.',
  too_long: 'The document has too much text: split it.',
  too_slow: 'The document takes too long to read: split it, or send its text.',
  no_text: 'The document has no text: a scan needs to be recognised first.',
};

/** The refusals of what a partner does without the operator. */
export const partnerErrors = {
  versionNotFound: () => new ParleyError('version_not_found', 'No version with this number was published.'),
  documentNotFound: () => new ParleyError('document_not_found', 'There is no such document.'),
  documentUnreadable: (reason: UnreadableReason) =>
    new ParleyError('document_unreadable', unreadableWords[reason], { extra: { reason } }),
  knowledgeFull: (mostBytes: number) =>
    new ParleyError(
      'knowledge_full',
      `The documents of a client may have ${mostBytes} bytes of text in all: delete some, or ask the operator for more.`,
      { extra: { knowledge_bytes: mostBytes } },
    ),
  keyOverlap: (until: Date) =>
    new ParleyError(
      'key_overlap',
      'The new key is in use, and the previous one still works: rotate again once it has ended, or end it on the account page.',
      {
        extra: { previous_key_until: until.toISOString() },
        retryAfterSeconds: Math.max(1, Math.ceil((until.getTime() - Date.now()) / 1000)),
      },
    ),
  toolServerNotFound: () => new ParleyError('tool_server_not_found', 'There is no such tool server.'),
  toolNotFound: (detail = 'The server offers no tool of this name, and none is approved.') =>
    new ParleyError('tool_not_found', detail),
  tooManyTools: (detail: string) => new ParleyError('too_many_tools', detail),
  toolSchemaUnsupported: (detail: string) => new ParleyError('tool_schema_unsupported', detail),
  toolDefinitionChanged: (hash: string | null) =>
    new ParleyError(
      'tool_definition_changed',
      hash === null
        ? 'The server does not offer this tool any more.'
        : 'The server says something else of this tool by now: read it again.',
      { extra: { offered_hash: hash } },
    ),
  /** As an address of a webhook is refused. */
  toolServerUrlNotAllowed: (refusal: ParleyError) => {
    const code: ErrorCode = 'tool_server_url_not_allowed';
    const fields = refusal.fields.map((field) => ({ ...field, code }));
    return new ParleyError(code, refusal.message, { fields });
  },
  actionNotFound: () => new ParleyError('action_not_found', 'There is no such action of this user.'),
  actionClosed: () =>
    new ParleyError(
      'action_closed',
      'It was decided otherwise, its time is over, or something else was asked since.',
    ),
  conversationsPrivate: () =>
    new ParleyError(
      'conversations_private',
      'The tenant keeps its conversations private: an administrator can change that on the account page.',
    ),
} as const;
