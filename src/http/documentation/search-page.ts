import { type Html, html } from '../pages/html.ts';
import type { DocumentationPage } from './layout.ts';
import type { SearchResult } from './search-index.ts';

/** What a search has found, as a page. */
export function searchPage(query: string, results: readonly SearchResult[]): DocumentationPage {
  const shown = query.length > 80 ? `${query.slice(0, 80)}…` : query;
  const title = query === '' ? 'Search' : `Search: ${shown}`;
  return plainPage(
    title,
    query,
    html`<h1>Search</h1>${query === '' ? html`<p class="lead">Guides, operations, fields, errors and settings.</p>` : found(shown, results)}`,
  );
}

/** What a reader sees after following a dead link. */
export function missingPage(words: string, results: readonly SearchResult[]): DocumentationPage {
  const near = results.slice(0, 5);
  return plainPage(
    'There is no such page',
    words.slice(0, 80),
    html`<h1>There is no such page</h1>
<p class="lead">The page may have been moved or renamed. Search above, or start at <a href="/docs">the overview</a> or <a href="/docs/reference">the API reference</a>.</p>
${near.length === 0 ? null : html`<h2>Perhaps one of these</h2>${list(near)}`}`,
  );
}

function plainPage(title: string, query: string, article: Html): DocumentationPage {
  return { address: null, kind: 'plain', title, about: title, group: '', article, headings: [], query };
}

function found(query: string, results: readonly SearchResult[]): Html {
  if (results.length === 0)
    return html`<p class="lead">Nothing was found for <q>${query}</q>. Try fewer or other words.</p>`;
  return html`<p class="lead">${results.length === 1 ? 'One result' : `${results.length} results`} for <q>${query}</q></p>${list(results)}`;
}

function list(results: readonly SearchResult[]): Html {
  return html`<ul class="results">${results.map(
    ({ address, page, title, excerpt }) =>
      html`<li><a href="${address}"><b>${title}</b> <span>${page}</span></a><p>${excerpt.map((part) => (part.found ? html`<mark>${part.text}</mark>` : html`${part.text}`))}</p></li>`,
  )}</ul>`;
}
