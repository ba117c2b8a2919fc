/** A place in the documentation that a search has found. */
export interface FoundPlace {
  readonly address: string;
  readonly page: string;
  readonly title: string;
  readonly excerpt: readonly { readonly text: string; readonly found: boolean }[];
}

/** Asks the service, which searches its own pages. Throws when it cannot be reached. */
export async function findPlaces(query: string, signal?: AbortSignal): Promise<readonly FoundPlace[]> {
  const address = `/docs/search.json?${new URLSearchParams({ q: query })}`;
  const response = await fetch(address, signal === undefined ? {} : { signal });
  if (!response.ok) return [];
  const { results }: { readonly results: readonly FoundPlace[] } = await response.json();
  return results;
}
