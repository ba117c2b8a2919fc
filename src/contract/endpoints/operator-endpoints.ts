import { AgentHistory, ClientOverview, Failures } from '../console/screens.ts';
import {
  LinkRequest,
  MailTest,
  MailTestAnswer,
  OperatorAnswer,
  OperatorChange,
  OperatorLink,
  OperatorList,
} from '../console/session.ts';
import { consoleEndpointsOf } from '../operations/endpoints-of.ts';
import { peopleOperations } from '../operations/people.ts';
import { byAdmin } from './admin-endpoint.ts';
import type { Endpoint } from './endpoint.ts';

/**
 * No key reaches these: operators are managed by the console and the command line, the screens of one client and one
 * agent show what keys need several scopes for, and for its end users a partner's own key is the way.
 */
export const operatorEndpoints = {
  ...consoleEndpointsOf(peopleOperations),
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
  getClientOverview: {
    ...byAdmin('getClientOverview'),
    operation: 'getClientOverview',
    summary: 'One client with its day, agents, users and latest changes',
    method: 'GET',
    path: '/admin/clients/:slug/overview',
    answers: { 200: ClientOverview },
    errors: ['client_not_found'],
  },
  getAgentHistory: {
    ...byAdmin('getAgentHistory'),
    operation: 'getAgentHistory',
    summary: 'One agent with the clients that use it and its earlier versions',
    method: 'GET',
    path: '/admin/agents/:slug/history',
    answers: { 200: AgentHistory },
    errors: ['agent_not_found'],
  },
  getFailures: {
    ...byAdmin('getFailures'),
    operation: 'getFailures',
    summary: 'Kinds of failure, and refusals by client',
    method: 'GET',
    path: '/admin/failures',
    answers: { 200: Failures },
    errors: [],
  },
  testMail: {
    ...byAdmin('testMail'),
    operation: 'testMail',
    summary: 'Send a letter to see that letters arrive',
    method: 'POST',
    path: '/admin/mail-test',
    body: MailTest,
    answers: { 200: MailTestAnswer },
    errors: ['too_many_attempts'],
  },
} as const satisfies Record<string, Endpoint>;
