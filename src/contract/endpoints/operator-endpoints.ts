import {
  LinkRequest,
  OperatorAnswer,
  OperatorChange,
  OperatorLink,
  OperatorList,
} from '../console/session.ts';
import { byAdmin } from './admin-endpoint.ts';
import type { Endpoint } from './endpoint.ts';

/** Operators are managed by the console and the command line; no key reaches these. */
export const operatorEndpoints = {
  listOperators: {
    ...byAdmin('listOperators'),
    operation: 'listOperators',
    summary: 'Operators, by email',
    method: 'GET',
    path: '/admin/operators',
    answers: { 200: OperatorList },
    errors: [],
  },
  linkOperator: {
    ...byAdmin('linkOperator'),
    operation: 'linkOperator',
    summary: 'A link that lets a new operator in, or a known one back in',
    method: 'POST',
    path: '/admin/operators/link',
    body: LinkRequest,
    answers: { 201: OperatorLink },
    errors: [],
  },
  updateOperator: {
    ...byAdmin('updateOperator'),
    operation: 'updateOperator',
    summary: 'Change the role of an operator, disable or enable one',
    method: 'PATCH',
    path: '/admin/operators/:id',
    body: OperatorChange,
    answers: { 200: OperatorAnswer },
    errors: ['operator_not_found', 'last_owner'],
  },
} as const satisfies Record<string, Endpoint>;
