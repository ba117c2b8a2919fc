import type { Schema } from '../openapi/types.ts';
import { type Html, html, inline, nothing } from './html.ts';

/** The members of an object schema as a table, or its type in words. */
export function schemaView(schema: Schema): Html {
  const members = entriesOf(schema['properties']);
  if (members.length === 0) return html`<p>${typeWords(schema)}${about(schema)}</p>`;
  const required = listOf(schema['required']);
  return html`<table class="members"><tbody>${members.map(([name, member]) =>
    memberRow(name, member, required.includes(name)),
  )}</tbody></table>`;
}

function memberRow(name: string, schema: Schema, required: boolean): Html {
  const nested = nestedOf(schema);
  return html`<tr><th scope="row"><code>${name}</code>${required ? nothing : html` <small>optional</small>`}</th>
<td>${typeWords(schema)}${about(schema)}${nested === null ? nothing : schemaView(nested)}</td></tr>`;
}

/** An object without a name of its own, described inline. */
function nestedOf(schema: Schema): Schema | null {
  if (entriesOf(schema['properties']).length > 0) return schema;
  const { items } = schema;
  return isSchema(items) && '$ref' in items === false ? nestedOf(items) : null;
}

function about({ description }: Schema): Html {
  return typeof description === 'string' ? html` <span>${inline(description)}</span>` : nothing;
}

export function typeWords(schema: Schema): Html {
  const { $ref, anyOf, allOf, type, items } = schema;
  if (typeof $ref === 'string') return reference($ref);
  if (Array.isArray(anyOf)) return joined(anyOf.filter(isSchema).map(typeWords), ' or ');
  if (Array.isArray(allOf)) return joined(allOf.filter(isSchema).slice(0, 1).map(typeWords), '');
  if ('const' in schema) return html`<code>${JSON.stringify(schema['const'])}</code>`;
  if (Array.isArray(schema['enum'])) {
    return joined(
      schema['enum'].map((value) => html`<code>${JSON.stringify(value)}</code>`),
      ' or ',
    );
  }
  if (type === 'array' && isSchema(items)) return html`list of ${typeWords(items)}`;
  return html`${typeof type === 'string' ? type : 'anything'}${bounds(schema)}`;
}

function bounds(schema: Schema): Html {
  const { format, minimum, maximum, minLength, maxLength } = schema;
  const words = [
    typeof format === 'string' ? format : '',
    range(minimum, maximum, ''),
    range(minLength, maxLength, ' characters'),
  ].filter((word) => word !== '');
  return words.length === 0 ? nothing : html` (${words.join(', ')})`;
}

/** Bounds of 32 bits tell a reader nothing. */
function range(from: unknown, to: unknown, unit: string): string {
  const hasEnd = typeof to === 'number' && to < 2 ** 31 - 1;
  if (typeof from === 'number') return hasEnd ? `${from} to ${to}${unit}` : `at least ${from}${unit}`;
  return hasEnd ? `at most ${to}${unit}` : '';
}

function reference(target: string): Html {
  const name = target.split('/').at(-1) ?? '';
  return html`<a href="#schema-${name}">${name}</a>`;
}

function joined(parts: readonly Html[], separator: string): Html {
  return html`${parts.map((part, index) => (index === 0 ? part : html`${separator}${part}`))}`;
}

function entriesOf(properties: unknown): [string, Schema][] {
  if (!isSchema(properties)) return [];
  return Object.entries(properties).flatMap(([name, schema]) => (isSchema(schema) ? [[name, schema]] : []));
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
