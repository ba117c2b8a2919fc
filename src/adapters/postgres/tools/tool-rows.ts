import type {
  HashedDefinition,
  RefreshFailure,
  Tool,
  ToolApproval,
  ToolServer,
} from '#core/clients/tool-server.ts';
import { previousSecretsOf, type StoredSecrets } from '../webhooks/webhook-store.ts';

export interface ServerRow extends Omit<ToolServer, 'previousSecrets'> {
  readonly previousSecrets: StoredSecrets;
  readonly refreshFailure: RefreshFailure | null;
}

/** The columns of `tool_servers s`. */
export const serverColumns = `s.client_id, s.id, s.name, s.url, s.enabled,
  jsonb_build_object('generation', s.generation, 'key', s.secret_key) as secret,
  (select coalesce(jsonb_agg(p), '[]') from jsonb_array_elements(s.previous_secrets) p
   where (p ->> 'until')::timestamptz > now()) as previous_secrets,
  s.failures, s.disabled_reason, s.disabled_at, s.refreshed_at, s.fresh_until,
  case when s.refresh_error is not null
    then jsonb_build_object('text', s.refresh_error, 'code', s.refresh_error_code) end as refresh_failure,
  s.created_at, s.updated_at, clock_timestamp() as read_at`;

export function serverOf(row: ServerRow): ToolServer {
  return { ...row, previousSecrets: previousSecretsOf(row.previousSecrets) };
}

/** As JSON holds it. */
export interface StoredApproval extends Omit<ToolApproval, 'approvedAt'> {
  readonly approvedAt: string;
}

/** What is approved of `tools t`; null while nothing is. */
export const approvalColumn = `case when t.approved_at is not null then jsonb_build_object(
  'definition', t.definition, 'hash', t.approved_hash, 'approvedAt', t.approved_at, 'effect', t.effect,
  'isIdempotent', t.idempotent, 'confirm', t.confirm, 'labels', t.labels, 'agents', t.agents,
  'timeoutMs', t.timeout_ms) end`;

export function approvalOf(stored: StoredApproval): ToolApproval {
  return { ...stored, approvedAt: new Date(stored.approvedAt) };
}

export interface ToolRow {
  readonly name: string;
  readonly offered: HashedDefinition | null;
  readonly approval: StoredApproval | null;
}

/** The tools of one server. */
export const toolSql = `select t.name, case when t.offered is not null
    then jsonb_build_object('definition', t.offered, 'hash', t.offered_hash) end as offered,
    ${approvalColumn} as approval
  from tools t where t.client_id = $1 and t.server_id = $2`;

export function toolOf({ name, offered, approval }: ToolRow): Tool {
  return { name, offered, approval: approval && approvalOf(approval) };
}

/** The status of the call `k` as people see it: one that is over may not be closed yet. */
export const shownStatusColumn = `case when k.status = 'pending' and is_action_over(k) then 'expired' else k.status end`;
