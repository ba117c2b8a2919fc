import { Hosts } from '#http/server/hosts.ts';
import { errorTable, turnErrorTable } from '../../src/contract/errors.ts';
import type { NavigationGroup, SiteFile, SitePage } from '../../src/http/documentation/site-file.ts';
import { createDocument, createOpenAiDocument } from '../../src/http/openapi/document.ts';
import { guideEntries } from './guide-entries.ts';
import { homePage } from './home-page.ts';
import { OperationLinks } from './links.ts';
import { forReaders, type ListedPage, readGuide, readPageList } from './page-list.ts';
import { createReference, operationPlaces } from './reference/reference-pages.ts';
import { wholeDescription } from './reference/whole-description.ts';
import { renderGuide } from './render-guide.ts';

/** What the guides and the reference say for an installation that nothing was set for. */
const defaultOrigin = 'http://localhost:8080';

/** Renders the guides of `docs/` and the reference. */
export function createSite(root: string, version: string): SiteFile {
  const list = readPageList(root);
  const hosts = new Hosts(defaultOrigin);
  const document = wholeDescription(createDocument(hosts, version), createOpenAiDocument(hosts, version));
  const links = new OperationLinks(operationPlaces(document));
  const guides = list.sections.flatMap((section) =>
    section.pages.map((page) => guidePage(root, section.title, page, links)),
  );
  const isForPartners = new Set(
    list.sections.flatMap((section) => (section.for === 'partners' ? section.pages.map(addressOf) : [])),
  );
  const reference = createReference(document, (operationId, tag) => {
    const mentions = links.mentionsOf(operationId);
    const weight = ({ address, headings }: SitePage) =>
      (mentions.get(address) ?? 0) / (headings.length + 1) +
      (address === `/docs/${tag.toLowerCase()}` ? 1 : 0);
    return guides
      .filter(({ address }) => mentions.has(address) && isForPartners.has(address))
      .sort((left, right) => weight(right) - weight(left))
      .slice(0, 3);
  });
  const groups: NavigationGroup[] = list.sections.map(({ pages, ...section }) => ({
    ...section,
    pages: pages.map((page) => ({ address: addressOf(page), title: page.title, about: page.about })),
  }));
  return {
    guides: groups,
    reference: reference.groups,
    pages: [homePage(groups), ...guides, ...reference.pages],
    entries: [...guides.flatMap(guideEntries), ...reference.entries],
  };
}

function guidePage(root: string, group: string, listed: ListedPage, links: OperationLinks): SitePage {
  const address = addressOf(listed);
  const markdown = readGuide(root, listed.page);
  const ofCode = (code: string) => {
    if (!isErrorCode(code)) return links.find(code, address);
    return listed.page === 'errors' ? null : `/docs/errors#${code}`;
  };
  const { html, headings } = renderGuide(markdown, { ofCode });
  const { title, about } = listed;
  return {
    address,
    kind: 'guide',
    title,
    about,
    group,
    html: html.markup,
    headings,
    markdown: forReaders(markdown),
  };
}

function isErrorCode(code: string): boolean {
  return Object.hasOwn(errorTable, code) || (Object.hasOwn(turnErrorTable, code) && code.includes('_'));
}

function addressOf({ page }: ListedPage): string {
  return `/docs/${page}`;
}
