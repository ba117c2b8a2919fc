import { Type } from 'typebox';
import { AuditList } from '../admin.ts';
import { HandoffRotated, LoginSessionList } from '../hosted.ts';
import { noBody, noQuery, pageQuery } from '../request-parts.ts';
import { open } from '../resources.ts';
import type { ClientOperation } from './client-operation.ts';

const row = {
  channels: { account: true },
  fresh: false,
  audit: null,
  query: noQuery,
  body: null,
  errors: [],
} as const;

/** The sessions at a tenant, and who changed what there. */
export const sessionOperations = {
  listSessions: {
    ...row,
    ids: { account: 'listLoginSessions' },
    summary: 'The 200 newest sessions of people who signed in',
    method: 'GET',
    path: '/security/sessions',
    answers: { 200: LoginSessionList },
  },
  endSession: {
    ...row,
    ids: { account: 'endLoginSession' },
    audit: 'user.end_session',
    summary: 'End one session',
    method: 'DELETE',
    path: '/security/sessions/:id',
    answers: { 200: Type.Object({ ok: Type.Literal(true) }, open) },
    errors: ['not_found'],
  },
  rotateHandoff: {
    ...row,
    audit: 'client.rotate_handoff',
    summary: 'End every session and every minted token, including your own session; API keys keep working',
    method: 'POST',
    path: '/security/rotate-handoff',
    body: noBody,
    bodyOptional: true,
    answers: { 200: HandoffRotated },
  },
  listAudit: {
    ...row,
    ids: { account: 'listTenantAudit' },
    summary: 'Who changed what, newest first',
    method: 'GET',
    path: '/security/audit',
    query: pageQuery,
    answers: { 200: AuditList },
  },
} as const satisfies Record<string, ClientOperation>;
