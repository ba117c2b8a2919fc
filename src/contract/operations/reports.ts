import { Type } from 'typebox';
import { AuditList, UsageReport } from '../admin.ts';
import { strict } from '../chat.ts';
import { rolesOf } from '../console/roles.ts';
import { noQuery, page, text } from '../request-parts.ts';
import { UsageMonth } from '../usage/usage-month.ts';
import type { OperatorOperation } from './operator-operation.ts';

const row = { fresh: false, audit: null, query: noQuery, body: null } as const;

/** What all clients have used, and who changed what. */
export const reportOperations = {
  reportUsage: {
    ...row,
    channels: { admin: 'admin:usage', console: rolesOf.everyone },
    summary: 'Usage by UTC day, newest first; the last 30 days by default',
    description: 'By client and end user, in pages.',
    method: 'GET',
    path: '/usage',
    query: Type.Object(
      {
        client: text('Slug; all clients by default.'),
        user: text('An external_user_id of the client.'),
        from: text('First day, YYYY-MM-DD.'),
        to: text('Last day, YYYY-MM-DD.'),
        ...page,
      },
      strict,
    ),
    answers: { 200: UsageReport },
    errors: [],
  },
  reportMonth: {
    ...row,
    channels: { admin: 'admin:usage', console: rolesOf.everyone },
    summary: 'Calls, tokens and costs of a month, by client',
    description:
      'Costs are derived from the prices of each day, so a price that is set later changes them. Days are UTC days.',
    method: 'GET',
    path: '/usage/month',
    query: Type.Object(
      {
        month: text('YYYY-MM; this month by default.'),
        client: text('Slug; all clients by default.'),
        ...page,
      },
      strict,
    ),
    answers: { 200: UsageMonth },
    errors: ['client_not_found'],
  },
  exportUsage: {
    ...row,
    channels: { admin: 'admin:usage', console: rolesOf.everyone },
    summary: 'Everything that was used in a month, as CSV',
    description:
      'For a billing system. A row `calls` has calls that are alike, with their tokens and their cost; a row `turns` has what a client was charged on a day, in requests. What does not apply, and what is not known, is empty.',
    method: 'GET',
    path: '/usage/export',
    query: Type.Object({ month: Type.String({ description: 'YYYY-MM' }) }, strict),
    answers: { 200: 'csv' },
    headers: ['Content-Disposition'],
    errors: [],
  },
  listAudit: {
    ...row,
    channels: { admin: 'admin:audit', console: rolesOf.everyone, cli: true },
    summary: 'Who changed what, newest first',
    description: 'Changes by operators, administrators and keys, with the values before and after.',
    method: 'GET',
    path: '/audit',
    query: Type.Object(
      {
        client: text('Slug.'),
        actor: text('As an entry names it; `cli` is every command line.'),
        action: text('Such as client.revoke.'),
        since: text('First day, or RFC 3339.'),
        until: text('Before this day, or RFC 3339.'),
        ...page,
      },
      strict,
    ),
    answers: { 200: AuditList },
    errors: [],
  },
} as const satisfies Record<string, OperatorOperation>;
