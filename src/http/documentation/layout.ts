import { Html, html } from '../pages/html.ts';
import type { PageAssets } from '../pages/web-build.ts';
import type { NavigationLink, PageHeading, PageKind, ReferenceGroup, SiteFile } from './site-file.ts';

/** The layout of a page of the documentation. */
export interface DocumentationPage {
  /** Its own address; null for a page that is not part of the documentation, such as a search. */
  readonly address: string | null;
  readonly kind: PageKind | 'plain';
  readonly title: string;
  readonly about: string;
  readonly group: string;
  readonly article: Html;
  readonly headings: readonly PageHeading[];
  readonly query: string;
}

const logo = new Html(
  '<svg class="mark" viewBox="0 0 24 24" aria-hidden="true" focusable="false"><path d="M4 5.5A2.5 2.5 0 0 1 6.5 3h11A2.5 2.5 0 0 1 20 5.5v8a2.5 2.5 0 0 1-2.5 2.5H11l-5 4.5V16a2 2 0 0 1-2-2z"/></svg>',
);

/**
 * The whole document. The article comes before the navigation, which a wide window shows beside it and a narrow one
 * opens over it; neither needs script.
 */
export function renderPage(page: DocumentationPage, site: SiteFile, assets: PageAssets): string {
  const { address, kind, title, about, article, headings } = page;
  const name = kind === 'home' ? title : `${title} · Parley documentation`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${about}">
<title>${name}</title>
<link rel="icon" href="data:,">
${assets.styles.map((path) => html`<link rel="stylesheet" href="${path}">`)}
${address === null ? null : html`<link rel="alternate" type="text/markdown" href="${address}.md">`}
${assets.scripts.map((path) => html`<script type="module" blocking="render" src="${path}"></script>`)}
</head>
<body class="${kind}">
<a class="skip" href="#content">Skip to the content</a>
${header(page)}
<div class="frame">
<main id="content" tabindex="-1">
<article>${headings.length > 1 ? withContentsButton(article) : article}</article>
${address === null ? null : turnPage(address, kind, site)}
</main>
${headings.length > 1 ? contents(headings) : null}
<nav id="navigation" class="navigation" popover aria-label="Documentation">${kind === 'reference' ? referenceNavigation(site.reference, page) : guideNavigation(site, page)}</nav>
</div>
</body>
</html>
`.markup;
}

/** After the heading, so that a phone shows the text first. */
function withContentsButton({ markup }: Html): Html {
  const { markup: button } =
    html`<button class="contents-button" type="button" popovertarget="contents">On this page</button>`;
  return new Html(markup.replace('</h1>', `</h1>${button}`));
}

function header({ kind, query }: DocumentationPage): Html {
  const current = (isCurrent: boolean) => (isCurrent ? new Html(' aria-current="true"') : null);
  return html`<header class="top">
<a class="wordmark" href="/docs">${logo}<b>Parley</b> <span>Docs</span></a>
<form class="search" role="search" action="/docs/search"><input type="search" name="q" value="${query}" maxlength="200" placeholder="Search" aria-label="Search the documentation" autocomplete="off" spellcheck="false"></form>
<nav class="areas" aria-label="Areas"><a href="/docs"${current(kind === 'home' || kind === 'guide')}>Guides</a> <a href="/docs/reference"${current(kind === 'reference')}>API reference</a></nav>
<button class="menu-button" type="button" popovertarget="navigation">Menu</button>
</header>`;
}

function contents(headings: readonly PageHeading[]): Html {
  return html`<nav id="contents" class="contents" popover aria-label="On this page"><p>On this page</p><ul>${headings.map(
    ({ id, title, level }) =>
      html`<li><a class="heading-link level-${level}" href="#${id}">${title}</a></li>`,
  )}</ul></nav>`;
}

function guideNavigation({ guides }: SiteFile, { address, kind }: DocumentationPage): Html {
  return html`<p class="group"><a class="group-link" href="/docs"${here(kind === 'home')}>Overview</a></p>
<p class="group"><a class="group-link" href="/docs/reference">API reference</a></p>
${guides.map(
  ({ title, pages }) =>
    html`<p class="group">${title}</p><ul>${pages.map((page) => html`<li><a class="place" href="${page.address}"${here(page.address === address)}>${page.title}</a></li>`)}</ul>`,
)}`;
}

/** The operations of the page that is open, and the other pages by name. */
function referenceNavigation(groups: readonly ReferenceGroup[], { address }: DocumentationPage): Html {
  return html`<p class="group"><a class="group-link" href="/docs/reference"${here(address === '/docs/reference')}>Overview</a></p>
${groups.map((group) => {
  const isOpen = group.address === address;
  const operations =
    isOpen && group.operations.length > 0 ? html`<ul>${group.operations.map(operationItem)}</ul>` : null;
  return html`<p class="group"><a class="group-link" href="${group.address}"${here(isOpen)}>${group.title}</a></p>${operations}`;
})}
<p class="group"><a class="group-link" href="/docs/errors">Errors</a></p>
<p class="group"><a class="group-link" href="/docs">Guides</a></p>`;
}

function operationItem({ address, method, path, summary }: ReferenceGroup['operations'][number]): Html {
  return html`<li><a class="place operation-link" href="${address.slice(address.indexOf('#'))}" title="${summary}"><b class="method">${method}</b> <code>${path.replace(/^\/v1/, '')}</code></a></li>`;
}

function here(isHere: boolean): Html | null {
  return isHere ? new Html(' aria-current="page"') : null;
}

/** The pages before and after, in reading order, within the guides or within the reference. */
function turnPage(address: string, kind: DocumentationPage['kind'], { pages }: SiteFile): Html | null {
  const order = pages.filter((page) => page.kind === kind);
  const index = order.findIndex((page) => page.address === address);
  const [before, after] = [order[index - 1], order[index + 1]];
  if (index < 0 || (before === undefined && after === undefined)) return null;
  const link = (page: NavigationLink | undefined, rel: 'prev' | 'next', words: string) =>
    page === undefined
      ? null
      : html`<a class="turn-link ${rel}" rel="${rel}" href="${page.address}"><span>${words}</span> <b>${page.title}</b></a>`;
  return html`<nav class="turn" aria-label="Other pages">${link(before, 'prev', 'Previous')}${link(after, 'next', 'Next')}</nav>`;
}
