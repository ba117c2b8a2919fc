import type { Break } from '../../break.ts';

const told = ['test/flows/requests/told-where.test.ts'];

export const toldWhereBreaks: readonly Break[] = [
  {
    rule: 'A refusal without an end user says where it is sent',
    file: 'src/core/errors.ts',
    replace: 'names the end user and is required: send it as ',
    by: 'names the end user and is required, but not as ',
    tests: told,
  },
  {
    rule: 'An end user who is missing in a body is missed there',
    file: 'src/http/session/request-identity.ts',
    replace: "return 'query' in named ?",
    by: "return 'query' in named || 'body' in named ?",
    tests: told,
  },
  {
    rule: 'An end user in another place is told the right one',
    file: 'src/http/routing/identity-place.ts',
    replace: "if (place === null || name !== 'external_user_id') return",
    by: "if (place !== null || name !== 'external_user_id') return",
    tests: told,
  },
  {
    rule: 'A session token in the place of a key is called one',
    file: 'src/core/identity/authenticate.ts',
    replace: 'throw isToken(key) ?',
    by: 'throw isToken(key.toUpperCase()) ?',
    tests: told,
  },
  {
    rule: 'An empty list for an object is told what to write',
    file: 'src/http/routing/validate.ts',
    replace: "const isList = expected === 'must be an object' &&",
    by: "const isList = expected === 'must be a list' &&",
    tests: told,
  },
  {
    rule: 'Twenty mistakes of a query are told at most',
    file: 'src/http/routing/query.ts',
    replace: 'if (mistakes.length === maxMistakes) break;',
    by: '',
    tests: told,
  },
  {
    rule: 'The first twenty unknown members are told, and no more are looked for',
    file: 'src/http/routing/unknown-members.ts',
    replace: 'if (found.length === most) return;',
    by: 'if (found.length > most) return;',
    tests: told,
  },
  {
    rule: 'An empty end user is not all of them',
    file: 'src/contract/endpoints/endpoints.ts',
    replace: "Type.String({ minLength: 1, description: 'One end user; all of the client without it.' })",
    by: "Type.String({ description: 'One end user; all of the client without it.' })",
    tests: told,
  },
  {
    rule: 'An empty end user ends no turns of all',
    file: 'src/contract/endpoints/job-endpoints.ts',
    replace: "Type.String({ minLength: 1, description: 'One end user; all of the client without it.' })",
    by: "Type.String({ description: 'One end user; all of the client without it.' })",
    tests: told,
  },
  {
    rule: 'A name in an admin path that cannot exist is answered like one that does not',
    file: 'src/core/operations/operation.ts',
    replace: "return value.replaceAll(/\\p{Cc}/gu, '\\ufffd');",
    by: 'if (/\\p{Cc}/u.test(value)) throw errors.notFound();\n  return value;',
    tests: told,
  },
  {
    rule: 'A long name in an admin path is not repeated whole',
    file: 'src/core/errors.ts',
    replace: 'There is no agent ${shortened(',
    by: 'There is no agent ${String(',
    tests: told,
  },
  {
    rule: 'A repeated job says how it stands now',
    file: 'src/http/handlers/jobs.ts',
    replace: 'status: job.state,',
    by: "status: 'queued',",
    tests: ['test/flows/answers/idempotency.test.ts'],
  },
];
