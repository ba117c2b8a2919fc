import type { Schema } from '../../../src/http/openapi/types.ts';
import { type Html, html } from '../../../src/http/pages/html.ts';
import { inline } from './words.ts';

/** Schemas as lists of members, with the members of nested objects in place. */
export class SchemaView {
  readonly #named: Readonly<Record<string, Schema>>;

  constructor(named: Readonly<Record<string, Schema>>) {
    this.#named = named;
  }

  /**
   * The members of an object, or a value's type in words. Objects that have a page of their own are opened as long as
   * `levels` is left, and are links below that.
   */
  members(schema: Schema, levels: number): Html {
    const object = this.#objectOf(schema);
    const members = entriesOf(object['properties']);
    if (members.length === 0) return html`<p>${typeWords(schema)}</p>${this.about(schema)}`;
    const required = listOf(object['required']);
    return html`<ul class="members">${members.map(([name, member]) => this.#member(name, member, required.includes(name), levels))}</ul>`;
  }

  #member(name: string, schema: Schema, required: boolean, levels: number): Html {
    const nested = levels > 0 ? this.#nested(name, schema, levels - 1) : null;
    return html`<li><p class="member"><code>${name}</code> <span class="type">${typeWords(schema)}</span>${required ? null : html` <span class="optional">optional</span>`}</p>${this.about(schema)}${nested}</li>`;
  }

  /** What a schema is, in its own words or in those of the schema that it refers to. */
  about(schema: Schema): Html | null {
    const { description } = 'description' in schema ? schema : this.#objectOf(schema);
    return typeof description === 'string' ? html`<p class="about">${inline(description)}</p>` : null;
  }

  #nested(name: string, schema: Schema, levels: number): Html | null {
    const inner = innerObject(schema);
    if (inner === null || entriesOf(this.#objectOf(inner)['properties']).length === 0) return null;
    return html`<details class="nested"><summary>Members of <code>${name}</code></summary>${this.members(inner, levels)}</details>`;
  }

  /** A schema without references at its top. */
  #objectOf(schema: Schema): Schema {
    const { $ref } = schema;
    return typeof $ref === 'string' ? (this.#named[nameOf($ref)] ?? {}) : schema;
  }
}

/** The object that a member holds: itself, one of a list, or the one that may be null. */
function innerObject(schema: Schema): Schema | null {
  const { items, anyOf, $ref } = schema;
  if (typeof $ref === 'string' || entriesOf(schema['properties']).length > 0) return schema;
  if (isSchema(items)) return innerObject(items);
  if (!Array.isArray(anyOf)) return null;
  const objects = anyOf.filter(isSchema).filter((each) => innerObject(each) !== null);
  return objects.length === 1 ? (objects[0] ?? null) : null;
}

export function typeWords(schema: Schema): Html {
  const { $ref, anyOf, allOf, type, items } = schema;
  if (typeof $ref === 'string') {
    const name = nameOf($ref);
    return html`<a href="/docs/reference/schemas#schema-${name}">${name}</a>`;
  }
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

function bounds(schema: Schema): string {
  const { format, minimum, maximum, minLength, maxLength } = schema;
  const words = [
    typeof format === 'string' ? format : '',
    range(minimum, maximum, ''),
    range(minLength, maxLength, ' characters'),
  ].filter((word) => word !== '');
  return words.length === 0 ? '' : ` (${words.join(', ')})`;
}

/** Bounds of 32 bits tell a reader nothing. */
function range(from: unknown, to: unknown, unit: string): string {
  const hasEnd = typeof to === 'number' && to < 2 ** 31 - 1;
  if (typeof from === 'number') return hasEnd ? `${from} to ${to}${unit}` : `at least ${from}${unit}`;
  return hasEnd ? `at most ${to}${unit}` : '';
}

function nameOf(reference: string): string {
  return reference.split('/').at(-1) ?? '';
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
