import type { HeldTable, PersonErasure } from './held-table.ts';

const none: PersonErasure = { kind: 'none' };

/** The tables about the people of the console, who are no end users: the operator removes them. */
export const tablesOfOperators: readonly HeldTable[] = [
  {
    table: 'operators',
    holds: 'email address and role of the people of the console',
    lasts: 'until the operator removes them',
    people: ['id', 'email'],
    others: ['role'],
    ofClient: false,
    erasure: none,
  },
  {
    table: 'operator_links',
    holds: 'hashes of links for the people of the console',
    lasts: '24 hours',
    people: ['code_hash', 'email'],
    others: ['role'],
    ofClient: false,
    erasure: none,
  },
  {
    table: 'operator_passkeys',
    holds: 'public keys of operators',
    lasts: 'until the passkey is removed',
    people: ['id', 'operator_id', 'name', 'public_key'],
    others: ['transports'],
    ofClient: false,
    erasure: none,
  },
  {
    table: 'operator_sessions',
    holds: 'who is signed in to the console',
    lasts: '12 hours',
    people: ['token_hash', 'id', 'operator_id'],
    others: ['kind'],
    ofClient: false,
    erasure: none,
  },
  {
    table: 'operator_ceremonies',
    holds: 'passkey checks in progress',
    lasts: 'a few minutes',
    people: ['handle_hash', 'challenge', 'session_id'],
    others: ['purpose'],
    ofClient: false,
    erasure: none,
  },
];
