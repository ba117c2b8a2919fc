import type { Endpoint } from '#contract/endpoint.ts';

/** The refusal of an unknown member or parameter. */
export type Unknown = (name: string) => string;

export const notKnown: Unknown = () => 'is not known here';

/**
 * For an end user who is named elsewhere, says where this endpoint reads it; for everything else, that it is not known.
 */
export function unknownAt(endpoint: Pick<Endpoint, 'query' | 'body'>): Unknown {
  const place = identityPlace(endpoint);
  return (name) => {
    if (place === null || name !== 'external_user_id') return notKnown(name);
    return `is not known here: send it as ${place}`;
  };
}

function identityPlace({ query, body }: Pick<Endpoint, 'query' | 'body'>): string | null {
  if (body !== null && 'context' in body.properties) return '/context/external_user_id';
  if (body !== null && 'external_user_id' in body.properties) return '/external_user_id';
  return 'external_user_id' in query.properties ? '?external_user_id' : null;
}
