import type { Method, OpenApiDocument } from '../openapi/types.ts';
import { type Html, html, inline, markdown } from './html.ts';
import { codeBlock, operationView, type PlacedOperation, textOf } from './operation-view.ts';
import { schemaView } from './schema-view.ts';

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const satisfies readonly Method[];

/** The whole reference on one page, so that a browser's own search finds everything in it. */
export function referencePage(document: OpenApiDocument, style: Html): string {
  const { info, tags, components } = document;
  const operations = operationsOf(document);
  const ofTag = (tag: string) => operations.filter(({ operation }) => operation.tags.includes(tag));
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${info.title} API ${info.version}</title>
<style>${style}</style>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<nav aria-label="Contents">
<p class="name">${info.title} API <small>${info.version}</small></p>
${tags.map(({ name }) => html`<p><a href="#${anchor(name)}">${name}</a></p><ul>${ofTag(name).map(navigationItem)}</ul>`)}
<p><a href="#errors">Errors</a></p><p><a href="#headers">Headers</a></p><p><a href="#schemas">Schemas</a></p>
</nav>
<main id="content">
<h1>${info.title} API</h1>
${markdown(info.description)}
<p>The same as OpenAPI 3.1, for programs: <a href="/v1/openapi.json">/v1/openapi.json</a>.</p>
${tags.map(({ name, description }) => html`<section id="${anchor(name)}"><h2>${name}</h2>${markdown(description)}${ofTag(name).map(operationView)}</section>`)}
${errorSection(components.examples)}
<section id="headers"><h2>Headers</h2><dl>${Object.entries(components.headers).map(
    ([name, { description }]) =>
      html`<dt id="header-${name}"><code>${name}</code></dt><dd>${inline(description)}</dd>`,
  )}</dl></section>
<section id="schemas"><h2>Schemas</h2>${Object.entries(components.schemas).map(
    ([name, schema]) =>
      html`<article id="schema-${name}"><h3><a href="#schema-${name}">${name}</a></h3>${schemaView(schema)}</article>`,
  )}</section>
</main>
</body>
</html>
`.toString();
}

function operationsOf({ paths, servers }: OpenApiDocument): PlacedOperation[] {
  return Object.entries(paths).flatMap(([path, item]) => {
    const server = (item.servers ?? servers)[0]?.url ?? '';
    return methods.flatMap((method) => {
      const operation = item[method];
      return operation === undefined ? [] : [{ method, url: server + path, operation }];
    });
  });
}

function navigationItem({ operation: { operationId, summary } }: PlacedOperation): Html {
  return html`<li><a href="#${operationId}">${summary}</a></li>`;
}

function errorSection(examples: OpenApiDocument['components']['examples']): Html {
  return html`<section id="errors"><h2>Errors</h2>${Object.entries(examples).map(
    ([code, { summary, value }]) =>
      html`<article id="error-${code}"><h3><a href="#error-${code}"><code>${code}</code></a></h3><p>${summary}.</p>${codeBlock(textOf(value))}</article>`,
  )}</section>`;
}

function anchor(tag: string): string {
  return tag.toLowerCase().replaceAll(' ', '-');
}
