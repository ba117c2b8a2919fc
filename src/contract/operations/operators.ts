import { rolesOf } from '../console/roles.ts';
import {
  LinkRequest,
  MailTest,
  MailTestAnswer,
  OperatorAnswer,
  OperatorChange,
  OperatorLink,
  OperatorList,
} from '../console/session.ts';
import { noQuery } from '../request-parts.ts';
import type { OperatorOperation } from './operator-operation.ts';

const row = { fresh: false, audit: null, query: noQuery, body: null } as const;

/** Operators themselves, and the mail of the service. No key reaches these. */
export const operatorOperations = {
  listOperators: {
    ...row,
    channels: { console: rolesOf.owners, cli: true },
    summary: 'Operators, by email',
    method: 'GET',
    path: '/operators',
    answers: { 200: OperatorList },
    errors: [],
  },
  linkOperator: {
    ...row,
    channels: { console: rolesOf.owners, cli: true },
    fresh: true,
    audit: 'operator.link',
    summary: 'Create a link for a new operator, or for one who has to get back in',
    method: 'POST',
    path: '/operators/link',
    body: LinkRequest,
    answers: { 201: OperatorLink },
    errors: [],
  },
  updateOperator: {
    ...row,
    channels: { console: rolesOf.owners },
    fresh: true,
    audit: 'operator.update',
    summary: 'Change the role of an operator, disable or enable one',
    method: 'PATCH',
    path: '/operators/:id',
    body: OperatorChange,
    answers: { 200: OperatorAnswer },
    errors: ['operator_not_found', 'last_owner'],
  },
  testMail: {
    ...row,
    channels: { console: rolesOf.operators },
    audit: 'mail.test',
    summary: 'Send a test email',
    method: 'POST',
    path: '/mail-test',
    body: MailTest,
    answers: { 200: MailTestAnswer },
    errors: ['too_many_attempts'],
  },
} as const satisfies Record<string, OperatorOperation>;
