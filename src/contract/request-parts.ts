import { Type } from 'typebox';
import { withoutNul } from './admin.ts';
import { strict } from './chat.ts';
import { limits } from './limits.ts';

/** Parts of requests that several operations share. */
export const identity = {
  external_user_id: Type.Optional(Type.String({ description: 'The end user; required with an API key.' })),
};
/** A short text to narrow a list by. */
export const text = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: 255, pattern: withoutNul, description }));
export const noQuery = Type.Object({}, strict);
export const noBody = Type.Object({}, strict);
export const byUser = Type.Object(identity, strict);
const seconds = { minimum: 0, maximum: limits.waitSeconds, description: 'Seconds to wait for a change.' };
export const wait = { wait: Type.Optional(Type.Integer(seconds)) };
/** What a long poll of a turn waits for, beside its time. */
export const untils = ['change', 'final'] as const;
export type Until = (typeof untils)[number];
const awaited = {
  description: '`final`: wait only for the end. By default any change, newer text included, ends the wait.',
};
export const waitForTurn = { ...wait, until: Type.Optional(Type.Enum([...untils], awaited)) };
export const after = { after: Type.Optional(Type.String({ description: 'Cursor `<attempt>.<bytes>`.' })) };
export const pageOf = ({ default: normal, max }: { default: number; max: number }) => ({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: max, default: normal })),
});

/** A page of an administrative list. */
export const page = {
  ...pageOf(limits.administrativePage),
  cursor: Type.Optional(Type.String({ description: '`next_cursor` of the previous page.' })),
};
export const pageQuery = Type.Object(page, strict);
