import type { NavigationGroup, SitePage } from '../../src/http/documentation/site-file.ts';
import { type Html, html } from '../../src/http/pages/html.ts';
import { tabs } from './code-block.ts';
import { firstRequests } from './first-requests.ts';

const about = 'AI chat for your users, through an API or on pages of your own.';

/** The front door: what one can build, the first request, and every guide by its subject. */
export function homePage(groups: readonly NavigationGroup[]): SitePage {
  const partners = groups.filter((group) => group.for === 'partners');
  const operators = groups.filter((group) => group.for === 'operators');
  const body = html`<div class="hero"><div>
<h1>Build with Parley</h1>
<p class="lead">Give the users of your product an assistant: stream answers through the API, queue them as jobs, or embed a finished chat. Quotas are exact, answers are stored, and every conversation has one owner.</p>
<p class="ways"><a class="button primary" href="/docs/quick-start">Quick start</a> <a class="button" href="/docs/reference">API reference</a></p>
</div>
<div class="first">${tabs(firstRequests)}</div></div>
<h2 id="build"><a href="#build">For your product</a></h2>
${partners.map(groupView)}
<h2 id="run"><a href="#run">For those who run it</a></h2>
${operators.map(groupView)}
<h2 id="programs"><a href="#programs">For programs</a></h2>
<p>The API as OpenAPI 3.1: <a href="/v1/openapi.json"><code>/v1/openapi.json</code></a>; what clients of OpenAI’s API ask is in <a href="/openai/v1/openapi.json"><code>/openai/v1/openapi.json</code></a>. Every page is Markdown at its address with <code>.md</code>, and <a href="/llms.txt"><code>/llms.txt</code></a> lists them.</p>`;
  return {
    address: '/docs',
    kind: 'home',
    title: 'Parley documentation',
    about,
    group: '',
    html: body.markup,
    headings: [],
    markdown: homeMarkdown(groups),
  };
}

function groupView({ title, pages }: NavigationGroup): Html {
  return html`<section class="cards"><h3>${title}</h3><ul>${pages.map(
    (page) =>
      html`<li><a href="${page.address}"><strong>${page.title}</strong> <span>${page.about}</span></a></li>`,
  )}</ul></section>`;
}

function homeMarkdown(groups: readonly NavigationGroup[]): string {
  const parts = groups.map(
    ({ title, pages }) =>
      `## ${title}\n\n${pages.map((page) => `- [${page.title}](${page.address}.md): ${page.about}`).join('\n')}`,
  );
  return `# Parley documentation\n\n${about}\n\n${parts.join('\n\n')}\n`;
}
