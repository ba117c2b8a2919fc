import { Type } from 'typebox';
import { eventTable } from '#contract/events/event-log.ts';
import type {
  PageHeading,
  ReferenceGroup,
  SearchEntry,
  SitePage,
} from '../../../src/http/documentation/site-file.ts';
import { describeSchema } from '../../../src/http/openapi/schemas.ts';
import type { Method, OpenApiDocument } from '../../../src/http/openapi/types.ts';
import { type Html, html } from '../../../src/http/pages/html.ts';
import { plainText } from '../plain-text.ts';
import { referenceMarkdown } from './markdown.ts';
import { type GuideLink, operationView, type PlacedOperation } from './operation-view.ts';
import { SchemaView } from './schema-view.ts';
import { inline, paragraphs } from './words.ts';

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const satisfies readonly Method[];
const root = '/docs/reference';
const schemasAddress = `${root}/schemas`;

/** Where each operation stands, by method and path. */
export function operationPlaces(
  document: OpenApiDocument,
): [string, { operationId: string; address: string }][] {
  return operationsOf(document).map(({ method, path, operation }) => [
    `${method.toUpperCase()} ${path}`,
    {
      operationId: operation.operationId,
      address: addressOf(operation.tags[0] ?? '', operation.operationId),
    },
  ]);
}

export interface Reference {
  readonly groups: readonly ReferenceGroup[];
  readonly pages: readonly SitePage[];
  readonly entries: readonly SearchEntry[];
}

/** The reference: one page for each tag of the description, an overview before them, and the schemas behind them. */
export function createReference(
  document: OpenApiDocument,
  guidesOf: (operationId: string, tag: string) => readonly GuideLink[],
): Reference {
  const operations = operationsOf(document);
  const schemas = new SchemaView(document.components.schemas);
  const groups = document.tags.map(({ name, description }) => ({
    address: `${root}/${slugOf(name)}`,
    title: name,
    about: description,
    operations: ofTag(operations, name).map(({ method, path, operation: { operationId, summary } }) => ({
      address: addressOf(name, operationId),
      method: method.toUpperCase(),
      path,
      summary,
    })),
  }));
  const pages = [
    overviewPage(document, groups),
    ...groups.map((group) => tagPage(group, ofTag(operations, group.title), schemas, guidesOf)),
    schemasPage(document, schemas),
  ];
  const more = {
    address: schemasAddress,
    title: 'Schemas',
    about: 'Every object that is sent.',
    operations: [],
  };
  return {
    groups: [...groups, more],
    pages,
    entries: [...operationEntries(operations), ...schemaEntries(document)],
  };
}

function operationsOf({ paths, servers }: OpenApiDocument): PlacedOperation[] {
  return Object.entries(paths).flatMap(([path, item]) => {
    const server = (item.servers ?? servers)[0]?.url ?? '';
    return methods.flatMap((method) => {
      const operation = item[method];
      if (operation === undefined) return [];
      const below = new URL(server.replace('{tenant}', 'acme')).pathname.replace(/\/$/, '');
      return [{ method, url: server + path, path: below + path, operation }];
    });
  });
}

function ofTag(operations: readonly PlacedOperation[], tag: string): readonly PlacedOperation[] {
  return operations.filter(({ operation }) => operation.tags.includes(tag));
}

function overviewPage(document: OpenApiDocument, groups: readonly ReferenceGroup[]): SitePage {
  const { info, components, servers } = document;
  const body = html`<h1>API reference</h1>
<div class="lead">${paragraphs(info.description)}</div>
<p class="route"><b class="method">Base</b> <code>${servers[0]?.url ?? ''}</code></p>
<p>The same as OpenAPI 3.1, for programs: <a href="/v1/openapi.json"><code>/v1/openapi.json</code></a>, and for clients of OpenAI’s API <a href="/openai/v1/openapi.json"><code>/openai/v1/openapi.json</code></a>. What every code of a refusal means stands in <a href="/docs/errors">Errors</a>.</p>
<h2 id="operations"><a href="#operations">Operations</a></h2>
${groups.map(({ address, title, about, operations }) => html`<h3 id="${slugOf(title)}"><a href="${address}">${title}</a></h3><p>${inline(about)}</p>${operationList(operations)}`)}
<h2 id="headers"><a href="#headers">Headers</a></h2>
<dl class="headers">${Object.entries(components.headers).map(
    ([name, { description }]) =>
      html`<dt id="header-${name}"><code>${name}</code></dt><dd>${inline(description)}</dd>`,
  )}</dl>`;
  const headings: PageHeading[] = [
    { id: 'operations', title: 'Operations', level: 2 },
    ...groups.map(({ title }) => ({ id: slugOf(title), title, level: 3 }) as const),
    { id: 'headers', title: 'Headers', level: 2 },
  ];
  return {
    address: root,
    kind: 'reference',
    title: 'API reference',
    about: 'Every operation with its parameters, answers, refusals and examples.',
    group: 'API reference',
    html: body.markup,
    headings,
    markdown: referenceMarkdown('API reference', info.description, []),
  };
}

function operationList(operations: ReferenceGroup['operations']): Html {
  return html`<ul class="operations">${operations.map(
    ({ address, method, path, summary }) =>
      html`<li><a href="${address}"><span class="route"><b class="method">${method}</b> <code>${path}</code></span> <span class="summary">${summary}</span></a></li>`,
  )}</ul>`;
}

function tagPage(
  { address, title, about }: ReferenceGroup,
  operations: readonly PlacedOperation[],
  schemas: SchemaView,
  guidesOf: (operationId: string, tag: string) => readonly GuideLink[],
): SitePage {
  const events = title === 'Events' ? eventTypes(schemas) : null;
  const body = html`<h1>${title}</h1><div class="lead">${paragraphs(about)}</div>
${operations.map((placed) => operationView(placed, schemas, guidesOf(placed.operation.operationId, title)))}${events}`;
  const headings = operations.map(({ operation: { operationId, summary } }) => ({
    id: operationId,
    title: summary,
    level: 2 as const,
  }));
  return {
    address,
    kind: 'reference',
    title,
    about,
    group: 'API reference',
    html: body.markup,
    headings:
      events === null ? headings : [...headings, { id: 'event-types', title: 'Types of events', level: 2 }],
    markdown: referenceMarkdown(title, about, operations),
  };
}

/** What `data` of each event in the log and of each delivery holds. */
function eventTypes(schemas: SchemaView): Html {
  const types = Object.entries(eventTable).map(([type, { about, data }]) => {
    const shape = describeSchema(Type.Object(data));
    return html`<li id="event-${type}"><p class="member"><code>${type}</code></p><p class="about">${inline(about)}</p>
<details class="nested"><summary>Members of <code>data</code></summary>${schemas.members(shape, 1)}</details></li>`;
  });
  return html`<section><h2 id="event-types"><a href="#event-types">Types of events</a></h2>
<p>Every event has <code>id</code>, <code>type</code>, <code>timestamp</code> and <code>data</code>, whose members depend on the type.</p>
<ul class="members events">${types}</ul></section>`;
}

function schemasPage({ components }: OpenApiDocument, schemas: SchemaView): SitePage {
  const names = Object.keys(components.schemas);
  const about = 'Every object that is sent, by its name in the OpenAPI description.';
  const body = html`<h1>Schemas</h1><div class="lead"><p>${about}</p></div>
${Object.entries(components.schemas).map(
  ([name, schema]) =>
    html`<h2 id="schema-${name}" class="schema"><a href="#schema-${name}">${name}</a></h2>${schemas.about(schema)}${schemas.members(schema, 0)}`,
)}`;
  return {
    address: schemasAddress,
    kind: 'reference',
    title: 'Schemas',
    about,
    group: 'API reference',
    html: body.markup,
    headings: names.map((name) => ({ id: `schema-${name}`, title: name, level: 2 })),
    markdown: referenceMarkdown('Schemas', `${about} They are in /v1/openapi.json.`, []),
  };
}

function operationEntries(operations: readonly PlacedOperation[]): SearchEntry[] {
  return operations.map(({ method, path, operation }) => {
    const { operationId, summary, description = '', parameters = [], tags } = operation;
    const words = [
      description,
      ...parameters.map(({ name, description: about = '' }) => `${name}: ${about}`),
    ];
    return {
      address: addressOf(tags[0] ?? '', operationId),
      page: `${tags[0] ?? ''} · ${method.toUpperCase()} ${path}`,
      title: summary,
      names: [operationId, `${method} ${path}`, path],
      text: words.join(' ').replaceAll('`', ''),
    };
  });
}

function schemaEntries({ components }: OpenApiDocument): SearchEntry[] {
  return Object.entries(components.schemas).map(([name, schema]) => ({
    address: `${schemasAddress}#schema-${name}`,
    page: 'Schemas',
    title: name,
    names: [],
    text: plainText(new SchemaView(components.schemas).members(schema, 0).markup),
  }));
}

function addressOf(tag: string, operationId: string): string {
  return `${root}/${slugOf(tag)}#${operationId}`;
}

function slugOf(tag: string): string {
  return tag.toLowerCase().replaceAll(' ', '-');
}
