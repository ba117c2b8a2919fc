import { ParleyError } from './parley-error.ts';

/** The refusals of what a partner does without the operator. */
export const partnerErrors = {
  versionNotFound: () => new ParleyError('version_not_found', 'No version with this number was published.'),
} as const;
