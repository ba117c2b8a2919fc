import { ParleyError } from './parley-error.ts';

/** The refusals of what a partner does without the operator. */
export const partnerErrors = {
  versionNotFound: () => new ParleyError('version_not_found', 'No version with this number was published.'),
  keyOverlap: (until: Date) =>
    new ParleyError(
      'key_overlap',
      'The new key is in use, and the previous one still works: rotate again once it has ended, or end it on the account page.',
      {
        extra: { previous_key_until: until.toISOString() },
        retryAfterSeconds: Math.max(1, Math.ceil((until.getTime() - Date.now()) / 1000)),
      },
    ),
  conversationsPrivate: () =>
    new ParleyError(
      'conversations_private',
      'The tenant keeps its conversations private: an administrator can change that on the account page.',
    ),
} as const;
