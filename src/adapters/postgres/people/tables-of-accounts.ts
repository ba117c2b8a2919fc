import type { HeldTable } from './held-table.ts';

/** What is stored about people who sign in. Their sessions and codes are deleted by the foreign key. */
export const tablesOfAccounts: readonly HeldTable[] = [
  {
    table: 'login_codes',
    holds: 'hashes of the links and codes sent to people who sign in',
    lasts: 'seven days at most',
    people: ['user_id', 'code_hash', 'bound_to'],
    others: ['purpose'],
    ofClient: true,
    erasure: { kind: 'with', table: 'hosted_users' },
  },
  {
    table: 'login_sessions',
    holds: 'who is signed in, with which browser and from which address',
    lasts: '12 hours',
    people: ['id', 'user_id', 'user_agent', 'address'],
    others: [],
    ofClient: true,
    erasure: { kind: 'with', table: 'hosted_users' },
  },
  {
    table: 'hosted_users',
    holds: 'email address, password hash, last visit and language of people who sign in',
    lasts: 'until the user is deleted',
    people: ['id', 'email', 'password_hash', 'link_issued_by', 'language', 'invited_language'],
    others: [],
    ofClient: true,
    erasure: {
      kind: 'rewrite',
      rows: 'x.client_id = $1 and x.link_issued_by = $2',
      set: 'link_issued_by = $3',
      key: [['id', 'uuid']],
      keys: 'select x.id from hosted_users x where x.client_id = $1 and x.link_issued_by = $2',
    },
  },
  {
    table: 'login_throttle',
    holds: 'hashes of an account and a network that tried to sign in',
    lasts: '15 minutes',
    people: ['bucket'],
    others: [],
    ofClient: false,
    erasure: { kind: 'none' },
  },
];
