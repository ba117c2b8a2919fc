import type { TSchema } from 'typebox';
import { AdminClient } from '#contract/admin.ts';
import { hidingOf } from '#contract/shared/personal.ts';
import { isHostedUser } from '../audit/actor.ts';

/**
 * Changes of things; every other change may be about a person, those of a later version included. The address of a
 * webhook can hold a password.
 */
const withoutPeople = [
  ...['client.', 'agent.', 'guidance.', 'document.', 'brand.', 'feedback.'],
  ...['tool.', 'turn.', 'process.', 'provider.'],
];

/** The settings of a client that are about a person, which stand in the entries of its changes. */
const personalSettings = Object.entries(AdminClient.properties)
  .filter(([, schema]) => hidingOf(schema) !== null)
  .map(([name]) => name);

/** An answer for a role that sees no people: without what its schema marks as being about a person. */
export function hidePeople<Answer>(schema: TSchema, answer: Answer): Answer {
  // Other requests may be given the same answer.
  const shown = structuredClone(answer);
  hideIn(schema, shown);
  return shown;
}

function hideIn(schema: TSchema, value: unknown): void {
  if (!isObject(value)) return;
  for (const option of listIn(schema, 'anyOf')) hideIn(option, value);
  if (Array.isArray(value)) {
    const items: unknown = Reflect.get(schema, 'items');
    if (isObject(items)) for (const item of value) hideMarked(items, item);
    return;
  }
  for (const [name, member] of Object.entries(membersOf(schema))) {
    if (!(name in value)) continue;
    if (hidingOf(member) === 'null') Reflect.set(value, name, null);
    else hideMarked(member, Reflect.get(value, name));
  }
}

function hideMarked(schema: TSchema, value: unknown): void {
  if (hidingOf(schema) === 'entry without people') hideInEntry(value);
  hideIn(schema, value);
}

/** Leaves who did what and when, without the identity of a person. */
function hideInEntry(entry: unknown): void {
  if (!isObject(entry)) return;
  const actor: unknown = Reflect.get(entry, 'actor');
  if (typeof actor === 'string' && isHostedUser(actor)) Reflect.set(entry, 'actor', 'hu');
  const action = String(Reflect.get(entry, 'action'));
  const isOpen = withoutPeople.some((noun) => action.startsWith(noun));
  if (!isOpen) Reflect.set(entry, 'subject', 'hidden');
  for (const side of ['before', 'after']) {
    if (isOpen) hideSettings(Reflect.get(entry, side));
    else Reflect.set(entry, side, null);
  }
}

function hideSettings(members: unknown): void {
  if (!isObject(members)) return;
  for (const name of personalSettings) {
    if (typeof Reflect.get(members, name) === 'string') Reflect.set(members, name, 'hidden');
  }
}

function membersOf(schema: TSchema): Readonly<Record<string, TSchema>> {
  const properties: unknown = Reflect.get(schema, 'properties');
  return isObject(properties) ? Object.fromEntries(Object.entries(properties).filter(isMember)) : {};
}

function isMember(entry: [string, unknown]): entry is [string, TSchema] {
  return isObject(entry[1]);
}

function listIn(schema: TSchema, name: string): readonly TSchema[] {
  const list: unknown = Reflect.get(schema, name);
  return Array.isArray(list) ? list.filter(isObject) : [];
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
