import { perDimension } from '#contract/quota.ts';
import type { Admission } from '#core/turn/admission/admission.ts';
import { conversationName, keyName, userName } from '#core/turn/admission/admission-names.ts';
import { encodeText } from '../database/text-coding.ts';
import {
  type Counts,
  countsIn,
  eachDimension,
  type LimitColumn,
  limitColumn,
} from '../usage/dimension-columns.ts';
import type { FactQuery, FactsBuilder } from './facts-builder.ts';
import { type LockedConversation, ownerValues } from './lock-statements.ts';
import { newestOfUser } from './newest-of-user.ts';

interface ClientRow extends Readonly<Record<LimitColumn, number | null>> {
  readonly id: number;
  readonly at: Date;
  readonly day: string;
  readonly version: number;
  readonly daily_limit: number | null;
  readonly burst_per_minute: number | null;
  readonly concurrent_turns: number | null;
  readonly concurrent_turns_per_user: number | null;
  readonly uses_events: boolean;
  readonly requests: number | null;
  readonly burst_requests: number | null;
  readonly burst_retry_after: number | null;
  readonly queue_length: number | null;
}

const clientsText = `select c.id, now() as at, utc_day() as day, c.version, c.daily_limit, ${eachDimension((name) => `c.${limitColumn(name)}`)},
        c.burst_per_minute, c.concurrent_turns, c.concurrent_turns_per_user,
        c.events_since is not null as uses_events, u.requests,
        b.requests as burst_requests,
        greatest(1, ceil(60 - extract(epoch from now() - b.window_start)))::integer as burst_retry_after,
        case when $2 then queue_length() end as queue_length
      from clients c
      left join lateral (select requests from usage_clients where client_id = c.id and day = utc_day()
        order by epoch desc limit 1) u on true
      left join burst_windows b on b.client_id = c.id and b.window_start > now() - interval '1 minute'
      where c.id = any ($1::integer[])`;

export function readClients(clientIds: readonly number[], hasJobs: boolean, facts: FactsBuilder): FactQuery {
  return {
    text: clientsText,
    values: [clientIds, hasJobs],
    apply(rows: ClientRow[]) {
      for (const row of rows) {
        facts.at = row.at;
        facts.day = row.day;
        facts.queueLength = row.queue_length ?? 0;
        facts.clients.set(row.id, {
          version: row.version,
          dailyLimit: row.daily_limit,
          userLimits: perDimension((name) => row[limitColumn(name)]),
          burstPerMinute: row.burst_per_minute,
          concurrentTurns: row.concurrent_turns,
          concurrentTurnsPerUser: row.concurrent_turns_per_user,
          usesEvents: row.uses_events,
          requests: row.requests ?? 0,
          burst:
            row.burst_requests === null
              ? null
              : { requests: row.burst_requests, retryAfterSeconds: row.burst_retry_after ?? 60 },
        });
      }
    },
  };
}

interface UserRow extends Counts {
  readonly client_id: number;
  readonly user_id: string;
  readonly is_blocked: boolean;
}

const usersText = `select a.client_id, a.user_id, b.client_id is not null as is_blocked,
        ${eachDimension((name) => `coalesce(u.${name}, 0) as ${name}`)}
      from unnest($1::integer[], $2::text[]) a(client_id, user_id)
      left join lateral ${newestOfUser(
        eachDimension((name) => name),
        'a.client_id',
        'a.user_id',
      )} u on true
      left join blocked_users b on b.client_id = a.client_id and b.external_user_id = a.user_id`;

export function readUsers(batch: readonly Admission[], facts: FactsBuilder): FactQuery {
  return {
    text: usersText,
    values: [batch.map(({ owner }) => owner.clientId), batch.map(({ owner }) => owner.userId)],
    apply(rows: UserRow[]) {
      for (const row of rows) {
        const name = userName(row.client_id, row.user_id);
        facts.users.set(name, countsIn(row));
        if (row.is_blocked) facts.blocked.add(name);
      }
    },
  };
}

interface ConversationRow {
  readonly client_id: number;
  readonly external_user_id: string;
  readonly id: string;
  readonly is_agent_allowed: boolean;
  readonly busy_turn_id: string | null;
  readonly has_waiting_stream: boolean;
  readonly is_under_way: boolean;
}

/**
 * One statement decides whether it is busy: between two, a job that was still queued in neither might begin to run.
 */
export function readConversations(
  followUps: readonly Admission[],
  locked: ReadonlyMap<string, LockedConversation>,
  isAlone: boolean,
  facts: FactsBuilder,
): FactQuery {
  return {
    text: `select v.client_id, v.external_user_id, v.id, agent_allowed(v.client_id, v.agent_slug) as is_agent_allowed,
        (select t.id from turns t where t.client_id = v.client_id and t.conversation_id = v.id
            and (t.state = 'running' or t.state = 'queued')
          order by t.state = 'running' desc, t.user_seq limit 1) as busy_turn_id,
        exists (select from turns t where t.client_id = v.client_id and t.conversation_id = v.id
            and t.state = 'queued' and t.door = 'stream') as has_waiting_stream,
        exists (select from turns t where t.client_id = v.client_id and t.conversation_id = v.id
            and (t.state = 'running' or (t.state = 'queued' and t.process_id is not null))) as is_under_way
      from unnest($1::integer[], $2::uuid[], $3::text[]) a(client_id, id, user_id)
      join conversations v on v.client_id = a.client_id and v.id = a.id and v.external_user_id = a.user_id`,
    values: ownerValues(followUps),
    apply(rows: ConversationRow[]) {
      for (const row of rows) {
        const name = conversationName(row.client_id, row.external_user_id, row.id);
        const lock = locked.get(name);
        if (lock === undefined) {
          if (!isAlone) facts.held.add(row.client_id);
          continue;
        }
        facts.conversations.set(name, {
          agentSlug: lock.agent_slug,
          nextSeq: lock.next_seq,
          isAgentAllowed: row.is_agent_allowed,
          busyTurnId: row.busy_turn_id,
          hasWaitingStream: row.has_waiting_stream,
          isUnderWay: row.is_under_way,
        });
      }
    },
  };
}

interface KeyRow {
  readonly client_id: number;
  readonly external_user_id: string;
  readonly route: string;
  readonly key: string;
  readonly turn_id: string;
  readonly request_hash: string;
  readonly is_expired: boolean;
}

export function readKeys(keyed: readonly Admission[], facts: FactsBuilder): FactQuery {
  return {
    text: `select k.client_id, k.external_user_id, k.route, k.key, k.turn_id, k.request_hash,
        k.created_at <= now() - interval '24 hours' as is_expired
      from unnest($1::integer[], $2::text[], $3::text[], $4::text[]) a(client_id, user_id, route, key)
      join idempotency_keys k on k.client_id = a.client_id and k.external_user_id = a.user_id
        and k.route = a.route and k.key = a.key`,
    values: [
      keyed.map(({ owner }) => owner.clientId),
      keyed.map(({ owner }) => owner.userId),
      keyed.map(({ kind }) => kind),
      keyed.map(({ idempotencyKey }) => idempotencyKey),
    ],
    apply(rows: KeyRow[]) {
      for (const { client_id, external_user_id, route, key, ...row } of rows) {
        facts.keys.set(keyName(client_id, external_user_id, route, key), {
          turnId: row.turn_id,
          requestHash: row.request_hash,
          isExpired: row.is_expired,
        });
      }
    },
  };
}

export function readSignIns(signedIn: readonly Admission[], facts: FactsBuilder): FactQuery {
  return {
    text: `select a.turn_id, exists (select from hosted_users h
          where h.client_id = a.client_id and h.id = a.user_id and h.enabled) as is_enabled,
        exists (select from login_sessions s
          where s.client_id = a.client_id and s.id = a.session_id) as has_session
      from unnest($1::integer[], $2::uuid[], $3::text[], $4::uuid[]) a(client_id, user_id, session_id, turn_id)`,
    values: [
      signedIn.map(({ owner }) => owner.clientId),
      signedIn.map(({ hostedUserId }) => hostedUserId),
      signedIn.map(({ sessionId }) => sessionId),
      signedIn.map(({ turnId }) => turnId),
    ],
    apply(rows: { turn_id: string; is_enabled: boolean; has_session: boolean }[]) {
      for (const row of rows) {
        facts.signIns.set(row.turn_id, { isEnabled: row.is_enabled, hasSession: row.has_session });
      }
    },
  };
}

interface QuestionRow {
  readonly turn_id: string;
  readonly id: string;
  readonly seq: number;
  readonly is_same: boolean;
  readonly is_answered: boolean;
}

/** Compares the prompt of a retry in the database, so that the text is not sent twice. */
export function readQuestions(retries: readonly Admission[], facts: FactsBuilder): FactQuery {
  return {
    text: `select a.turn_id, q.id, q.seq, coalesce(a.prompt = q.content, true) as is_same,
        exists (select from messages m where m.client_id = a.client_id
          and m.conversation_id = a.conversation_id and m.seq > q.seq and m.reply_to = q.id
          and m.role = 'assistant') as is_answered
      from unnest($1::integer[], $2::uuid[], $3::text[], $4::uuid[]) a(client_id, conversation_id, prompt, turn_id)
      cross join lateral (select m.id, m.seq, m.content from messages m
        where m.client_id = a.client_id and m.conversation_id = a.conversation_id and m.role = 'user'
        order by m.seq desc limit 1) q`,
    values: [
      retries.map(({ owner }) => owner.clientId),
      retries.map(({ conversationId }) => conversationId),
      retries.map(({ prompt }) => prompt && encodeText(prompt)),
      retries.map(({ turnId }) => turnId),
    ],
    apply(rows: QuestionRow[]) {
      for (const row of rows) {
        facts.questions.set(row.turn_id, {
          messageId: row.id,
          seq: row.seq,
          isAnswered: row.is_answered,
          isSame: row.is_same,
        });
      }
    },
  };
}
