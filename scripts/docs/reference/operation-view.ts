import { errorTable } from '../../../src/contract/errors.ts';
import type {
  MediaType,
  Method,
  Operation,
  Parameter,
  Response,
  Schema,
} from '../../../src/http/openapi/types.ts';
import { type Html, html } from '../../../src/http/pages/html.ts';
import { codeBlock, type Sample, tabs } from '../code-block.ts';
import { requestSamples } from './request-samples.ts';
import { type SchemaView, typeWords } from './schema-view.ts';
import { inline, paragraphs } from './words.ts';

export interface PlacedOperation {
  readonly method: Method;
  /** The full address, with `{parameters}`. */
  readonly url: string;
  /** Below the host, as readers know it. */
  readonly path: string;
  readonly operation: Operation;
}

export interface GuideLink {
  readonly address: string;
  readonly title: string;
}

/** One operation: what it takes and answers, beside requests and responses as they travel. */
export function operationView(
  { method, url, path, operation }: PlacedOperation,
  schemas: SchemaView,
  guides: readonly GuideLink[],
): Html {
  const { operationId, summary, description, parameters = [], requestBody, responses } = operation;
  return html`<section class="operation">
<div class="words">
<h2 id="${operationId}"><a href="#${operationId}">${summary}</a></h2>
<p class="route"><b class="method">${method.toUpperCase()}</b> <code>${path}</code></p>
${description === undefined ? null : paragraphs(description)}
${guides.length === 0 ? null : html`<p class="guides">Guides: ${guides.map(({ address, title }, index) => html`${index === 0 ? '' : ', '}<a href="${address}">${title}</a>`)}</p>`}
${parameters.length === 0 ? null : html`<h3>Parameters</h3><ul class="members">${parameters.map(parameterItem)}</ul>`}
${requestBody === undefined ? null : html`<h3>Body${requestBody.required ? null : html` <span class="optional">optional</span>`}</h3>${Object.values(requestBody.content).map(({ schema }) => schemas.members(schema, 3))}`}
<h3>Answers</h3>
${Object.entries(responses).flatMap(([status, response]) => answerView(status, response, schemas))}
${refusals(responses)}
</div>
<div class="samples">
${tabs(requestSamples(method, url, operation))}
${tabs(responseSamples(responses))}
</div>
</section>`;
}

function parameterItem({ name, in: place, required, description = '', schema }: Parameter): Html {
  return html`<li><p class="member"><code>${name}</code> <span class="type">${place}, ${typeWords(schema)}</span>${required ? null : html` <span class="optional">optional</span>`}</p><p class="about">${inline(description)}</p></li>`;
}

function answerView(status: string, response: Response, schemas: SchemaView): Html[] {
  const good = goodContent(response);
  if (good.length === 0 && response.content !== undefined) return [];
  const headers = Object.keys(response.headers);
  return [
    html`<div class="answer"><p><b class="status">${status}</b> ${good.length === 0 ? inline(response.description) : null}${good.map(([type], index) => html`${index === 0 ? '' : ' or '}<code>${type}</code>`)}</p>
${good.map(([type, media]) => mediaView(good.length > 1 ? type : null, media, schemas))}
<p class="headers">Headers: ${headers.map((name, index) => html`${index === 0 ? '' : ', '}<a href="/docs/reference#header-${name}"><code>${name}</code></a>`)}</p></div>`,
  ];
}

/** A refusal has an example for each of its codes; every other answer has one. */
function goodContent({ content }: Response): [string, MediaType][] {
  return Object.entries(content ?? {}).filter(([, { examples }]) => examples === undefined);
}

function mediaView(type: string | null, { schema }: MediaType, schemas: SchemaView): Html {
  return html`${type === null ? null : html`<h4><code>${type}</code></h4>`}${schemas.members(schema, 1)}${eventList(schema, schemas)}`;
}

/** What each event of a stream carries. */
function eventList(schema: Schema, schemas: SchemaView): Html | null {
  const events = schema['x-events'];
  if (typeof events !== 'object' || events === null) return null;
  return html`<ul class="members events">${Object.entries(events).map(
    ([name, shape]) =>
      html`<li><p class="member"><code>event: ${name}</code> <span class="type">${typeWords(shape)}</span></p>${schemas.about(shape)}${schemas.members(shape, 1)}</li>`,
  )}</ul>`;
}

function refusals(responses: Operation['responses']): Html {
  const items = Object.entries(responses).flatMap(([status, { content }]) =>
    Object.values(content ?? {}).flatMap(({ examples = {} }) =>
      Object.keys(examples).map(
        (code) => html`<li>${status} <a href="${placeOf(code)}"><code>${code}</code></a></li>`,
      ),
    ),
  );
  return html`<details class="refusals"><summary>Refusals (${items.length})</summary><ul class="codes">${items}</ul></details>`;
}

/** Two codes stand only below `/openai/v1`. */
function placeOf(code: string): string {
  return code in errorTable ? `/docs/errors#${code}` : '/docs/openai#answers-and-refusals';
}

/** What an operation answers, by status and type. */
function responseSamples(responses: Operation['responses']): Sample[] {
  return Object.entries(responses).flatMap(([status, response]) => {
    const good = goodContent(response).filter(([, { example }]) => example !== undefined);
    return good.map(([type, { example }]) => {
      const title = good.length > 1 ? `${status} ${kindOf(type)}` : status;
      const text = typeof example === 'string' ? example : JSON.stringify(example, null, 2);
      const language = type === 'application/json' ? 'json' : 'text';
      return {
        title,
        block: html`<p class="response-title">Response ${title}</p>${codeBlock(language, text)}`,
      };
    });
  });
}

function kindOf(type: string): string {
  switch (type) {
    case 'text/event-stream':
      return 'events';
    case 'text/plain':
      return 'text';
    default:
      return type.split('/').at(-1) ?? type;
  }
}
