import type { MediaType, Method, Operation, Parameter, Response, Schema } from '../openapi/types.ts';
import { curlExample } from './curl-example.ts';
import { type Html, html, inline, markdown, nothing } from './html.ts';
import { schemaView, typeWords } from './schema-view.ts';

export interface PlacedOperation {
  readonly method: Method;
  /** The full path, with `{parameters}`. */
  readonly url: string;
  readonly operation: Operation;
}

/** One operation: its request, its responses and its refusals. */
export function operationView({ method, url, operation }: PlacedOperation): Html {
  const { operationId, summary, description, parameters = [], requestBody, responses } = operation;
  return html`<article id="${operationId}">
<h3><a href="#${operationId}">${summary}</a></h3>
<p class="address"><b>${method.toUpperCase()}</b> <code>${url}</code></p>
${description === undefined ? nothing : markdown(description)}
${codeBlock(curlExample(method, url, operation))}
${parameters.length === 0 ? nothing : html`<h4>Parameters</h4><table class="members"><tbody>${parameters.map(parameterRow)}</tbody></table>`}
${requestBody === undefined ? nothing : html`<h4>Body${requestBody.required ? nothing : html` <small>optional</small>`}</h4>${Object.values(requestBody.content).map(mediaView)}`}
<h4>Answers</h4>
${Object.entries(responses).map(([status, response]) => answerView(status, response))}
<h4>Refusals</h4>
<ul class="codes">${Object.entries(responses).flatMap(([status, response]) => refusalItems(status, response))}</ul>
</article>`;
}

function parameterRow({ name, in: place, required, description = '', schema }: Parameter): Html {
  return html`<tr><th scope="row"><code>${name}</code> <small>${place}${required ? '' : ', optional'}</small></th>
<td>${typeWords(schema)} <span>${inline(description)}</span></td></tr>`;
}

function answerView(status: string, response: Response): Html {
  const good = Object.entries(response.content ?? {}).filter(([type]) => type !== problem);
  if (good.length === 0 && response.content !== undefined) return nothing;
  const headers = Object.keys(response.headers);
  return html`<div class="answer"><p><b>${status}</b> ${good.length === 1 ? html`<code>${good[0]?.[0] ?? ''}</code>` : inline(response.description)}
<small>${headers.map((name) => html`<a href="#header-${name}">${name}</a> `)}</small></p>
${good.map(([type, media]) => html`${good.length > 1 ? html`<h5><code>${type}</code></h5>` : nothing}${mediaView(media)}`)}</div>`;
}

const problem = 'application/problem+json';

function mediaView({ schema, example }: MediaType): Html {
  return html`${schemaView(schema)}${eventList(schema)}${example === undefined ? nothing : html`<details><summary>Example</summary>${codeBlock(textOf(example))}</details>`}`;
}

function eventList(schema: Schema): Html {
  const events = schema['x-events'];
  if (typeof events !== 'object' || events === null) return nothing;
  return html`<p>Events: ${Object.entries(events).map(([name, shape]) => html`<code>${name}</code> ${typeWords(shape)} `)}</p>`;
}

function refusalItems(status: string, { content }: Response): Html[] {
  return Object.keys(content?.[problem]?.examples ?? {}).map(
    (code) => html`<li>${status} <a href="#error-${code}"><code>${code}</code></a></li>`,
  );
}

export function codeBlock(text: string): Html {
  return html`<pre tabindex="0"><code>${text}</code></pre>`;
}

export function textOf(example: unknown): string {
  return typeof example === 'string' ? example : JSON.stringify(example, null, 2);
}
