import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { addAssetRoutes } from '../handlers/assets.ts';
import { createDocument, createOpenAiDocument, openAiDocumentPath } from '../openapi/document.ts';
import type { OpenApiDocument } from '../openapi/types.ts';
import { Html } from '../pages/html.ts';
import { type PageAssets, sendNotBuilt, type WebBuild } from '../pages/web-build.ts';
import { readParameter } from '../routing/form.ts';
import { addGetRoute } from '../routing/route.ts';
import type { Hosts } from '../server/hosts.ts';
import { pageHeaders, permissionsPolicy } from '../server/security-headers.ts';
import { hostPrefixes } from '../server/server.ts';
import { Answer, sendAnswer } from './answer.ts';
import { type DocumentationPage, renderPage } from './layout.ts';
import { missingPage, searchPage } from './search-page.ts';
import { type Site, SiteReader } from './site.ts';
import type { SiteFile, SitePage } from './site-file.ts';

export interface Documentation {
  readonly hosts: Hosts;
  readonly version: string;
  readonly web: WebBuild;
  /** Where `scripts/build-docs.ts` has written. */
  readonly siteFile: string;
}

const prefix = hostPrefixes.api;
const htmlType = 'text/html; charset=utf-8';
const markdownType = 'text/markdown; charset=utf-8';
const plainType = 'text/plain; charset=utf-8';

/** Public on purpose: the description for programs, the documentation for people, and `/`, which leads there. */
export function addDocumentationRoutes(app: FastifyInstance, documentation: Documentation): void {
  const { hosts, version } = documentation;
  addDescription(app, '/v1/openapi.json', () => createDocument(hosts, version));
  addDescription(app, openAiDocumentPath, () => createOpenAiDocument(hosts, version));
  const pages = new DocumentationPages(documentation);
  addGetRoute(app, `${prefix}/`, async (_request, reply) => reply.redirect('/docs', 302));
  addGetRoute(app, `${prefix}/docs/`, async (request, reply) => redirectToPage(request, reply, '/docs'));
  addAssetRoutes(app, `${prefix}/docs`, documentation.web);
  addGetRoute(app, `${prefix}/llms.txt`, (request, reply) => pages.sendList(request, reply));
  addGetRoute(app, `${prefix}/docs.md`, (request, reply) => pages.sendPage(request, reply, '/docs.md'));
  addGetRoute(app, `${prefix}/docs`, (request, reply) => pages.sendPage(request, reply, '/docs'));
  addGetRoute(app, `${prefix}/docs/search`, (request, reply) => pages.sendSearch(request, reply));
  addGetRoute(app, `${prefix}/docs/search.json`, (request, reply) => pages.sendResults(request, reply));
  addGetRoute(app, `${prefix}/docs/*`, async (request, reply) => {
    const path = (request.url.split('?', 1)[0] ?? '').slice(prefix.length);
    if (!path.endsWith('/')) return pages.sendPage(request, reply, path);
    return redirectToPage(request, reply, path.replace(/\/+$/, ''));
  });
}

/** Redirects an address with a trailing slash, and keeps its query. */
function redirectToPage({ url }: FastifyRequest, reply: FastifyReply, path: string): FastifyReply {
  const query = url.indexOf('?');
  return reply.redirect(query < 0 ? path : path + url.slice(query), 308);
}

/** Tools in a browser may read it from any origin. It is made on the first request: most processes get none. */
function addDescription(app: FastifyInstance, path: string, make: () => OpenApiDocument): void {
  let made: Answer | null = null;
  addGetRoute(app, `${prefix}${path}`, async (request, reply) => {
    made ??= new Answer('application/json; charset=utf-8', JSON.stringify(make()));
    return sendAnswer(request, reply, made, {
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'access-control-allow-origin': '*',
      'access-control-expose-headers': 'ETag, X-Request-Id',
      'cross-origin-resource-policy': 'cross-origin',
      'referrer-policy': 'no-referrer',
      ...permissionsPolicy,
    });
  });
}

/** The pages of one installation, each rendered once for each build. */
class DocumentationPages {
  readonly #hosts: Hosts;
  readonly #web: WebBuild;
  readonly #reader: SiteReader;
  #answers = new Map<string, Answer>();
  #builtAt = '';

  constructor({ hosts, web, siteFile }: Documentation) {
    this.#hosts = hosts;
    this.#web = web;
    this.#reader = new SiteReader(siteFile, localizer(hosts));
  }

  async sendPage(request: FastifyRequest, reply: FastifyReply, path: string): Promise<FastifyReply> {
    const built = await this.#built();
    if (built === null) return sendNotBuilt(reply);
    const { site, assets } = built;
    const page = site.pages.get(path.replace(/\.md$/, ''));
    if (page === undefined) {
      if (path.endsWith('.md')) return sendLost(reply);
      const words = path.slice('/docs/'.length).replaceAll(/[^\p{L}\p{N}]+/gu, ' ');
      return this.#sendOnce(reply.code(404), missingPage(words, site.index.find(words)), site, assets);
    }
    const [type, make] = path.endsWith('.md')
      ? [markdownType, () => page.markdown]
      : [htmlType, () => renderPage(pageOf(page), site.file, assets)];
    return sendAnswer(request, reply, this.#answer(path, type, make), pageHeaders());
  }

  async sendSearch(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const built = await this.#built();
    if (built === null) return sendNotBuilt(reply);
    const query = queryOf(request);
    return this.#sendOnce(reply, searchPage(query, built.site.index.find(query)), built.site, built.assets);
  }

  /** The same for the script of the pages, as one types. */
  async sendResults(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const site = await this.#reader.read();
    if (site === null) return sendNotBuilt(reply);
    const results = site.index.find(queryOf(request)).slice(0, 10);
    return reply
      .headers(pageHeaders())
      .type('application/json; charset=utf-8')
      .send(JSON.stringify({ results }));
  }

  async sendList(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const built = await this.#built();
    if (built === null) return sendNotBuilt(reply);
    const make = () => llmsText(built.site.file, this.#hosts.apiOrigin);
    return sendAnswer(request, reply, this.#answer('/llms.txt', plainType, make), pageHeaders());
  }

  async #sendOnce(
    reply: FastifyReply,
    page: DocumentationPage,
    site: Site,
    assets: PageAssets,
  ): Promise<FastifyReply> {
    return reply
      .headers(pageHeaders())
      .type(htmlType)
      .send(renderPage(page, site.file, assets));
  }

  async #built(): Promise<{ readonly site: Site; readonly assets: PageAssets } | null> {
    const [site, assets] = await Promise.all([this.#reader.read(), this.#web.page('docs')]);
    if (site === null || assets === null) return null;
    const builtAt = `${site.builtAt} ${[...assets.styles, ...assets.scripts].join(' ')}`;
    if (builtAt !== this.#builtAt) {
      this.#builtAt = builtAt;
      this.#answers = new Map();
    }
    return { site, assets: below('/docs', assets) };
  }

  #answer(path: string, type: string, make: () => string): Answer {
    let answer = this.#answers.get(path);
    if (answer === undefined) {
      answer = new Answer(type, make());
      this.#answers.set(path, answer);
    }
    return answer;
  }
}

/** A page that is not there, for a program. */
function sendLost(reply: FastifyReply): FastifyReply {
  return reply
    .code(404)
    .headers(pageHeaders())
    .type(markdownType)
    .send('# There is no such page\n\n[llms.txt](/llms.txt) lists all pages.\n');
}

function pageOf(page: SitePage): DocumentationPage {
  return { ...page, article: new Html(page.html), query: '' };
}

function queryOf(request: FastifyRequest): string {
  return (readParameter(request, 'q') ?? '').trim();
}

/** The files of a page below a path: this host serves other things at its root. */
function below(path: string, { styles, scripts, preloads }: PageAssets): PageAssets {
  const moved = (addresses: readonly string[]) => addresses.map((address) => path + address);
  return { styles: moved(styles), scripts: moved(scripts), preloads: moved(preloads) };
}

/** An address of an installation with default settings, with the name before its host, if any. */
const defaultAddress = /http:\/\/((?:[\w<>{}&;-]{1,40}\.)?)localhost:8080\b/g;

/** Writes this installation's addresses where a text has the default ones. */
function localizer(hosts: Hosts): (text: string) => string {
  const { protocol, host } = new URL(hosts.apiOrigin);
  return (text) => text.replaceAll(defaultAddress, (_all, label: string) => `${protocol}//${label}${host}`);
}

/** The pages for programs that read them for people, in the form that https://llmstxt.org describes. */
function llmsText({ guides, reference }: SiteFile, origin: string): string {
  const line = (address: string, title: string, about: string) =>
    `- [${title}](${origin}${address}.md): ${about}`;
  const groups = guides.map(
    ({ title, pages }) =>
      `## ${title}\n\n${pages.map((page) => line(page.address, page.title, page.about)).join('\n')}`,
  );
  const operations = reference.map(({ address, title, about }) =>
    line(address, title, about.replaceAll('`', '')),
  );
  return `# Parley

> AI chat for the users of a platform's partners: an HTTP API with streams and jobs, and chat pages to embed, with exact quotas and conversations that have one owner each.

The API is at ${origin}/v1; its OpenAPI 3.1 description is ${origin}/v1/openapi.json. For clients of OpenAI's API it is at ${origin}/openai/v1, described at ${origin}/openai/v1/openapi.json.

${groups.join('\n\n')}

## API reference

${operations.join('\n')}
`;
}
