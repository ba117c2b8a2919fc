import { type QuotaDimension, quotaDimensions } from '#contract/quota.ts';
import type { TurnToStore } from '#core/turn/admission/turn-to-store.ts';
import type { Statement } from '../database/statement-group.ts';
import { eachDimension } from '../usage/dimension-columns.ts';
import { admittedLiteral } from './admitted-rows.ts';
import { guided, guidedParameters, guidedValues, isGuided, versionOfGuided } from './guided-turns.ts';
import { imported, importParameters, importValues } from './imported-messages.ts';
import { hidden, isHidden, listingValues } from './listing-statements.ts';
import { newestOfUser } from './newest-of-user.ts';
import { replacing, replacingParameters, replacingValues } from './replaced-statements.ts';
import { hasContext, told, toldValues } from './told-context.ts';

/**
 * Stores turns with their conversations, questions, charges and counts in one statement, because starting statements
 * dominates the cost of a single turn. Parts that none of the turns needs are left out for the same reason.
 */
export function storeTurns(turns: readonly TurnToStore[]): Statement {
  return {
    text: textFor(turns),
    values: [
      admittedLiteral(turns),
      ...listingValues(turns),
      ...importValues(turns),
      ...replacingValues(turns),
      ...guidedValues(turns),
      ...toldValues(turns),
    ],
  };
}

interface Needs {
  readonly begins: boolean;
  readonly continues: boolean;
  readonly asks: boolean;
  readonly places: boolean;
  readonly interrupts: boolean;
  readonly hasKeys: boolean;
  readonly hides: boolean;
  readonly imports: boolean;
  readonly replaces: boolean;
  readonly guides: boolean;
  readonly tells: boolean;
}

/** Grouped by what is needed, so that each text, and its name, is computed once. */
const texts = new Map<string, string>();

function textFor(turns: readonly TurnToStore[]): string {
  const needs: Needs = {
    begins: turns.some(({ request }) => request.conversationId === null),
    continues: turns.some(({ request }) => request.conversationId !== null),
    asks: turns.some(({ request }) => !request.retry),
    places: turns.some(({ isClaimable }) => isClaimable),
    interrupts: turns.some(({ interrupts }) => interrupts),
    hasKeys: turns.some(({ request }) => request.idempotencyKey !== null),
    hides: turns.some(isHidden),
    imports: turns.some(({ request }) => request.imported.length > 0),
    replaces: turns.some(({ setsAsideFrom }) => setsAsideFrom !== null),
    guides: turns.some(isGuided),
    tells: turns.some(hasContext),
  };
  const name = Object.values(needs).join();
  let text = texts.get(name);
  if (text === undefined) {
    text = statementWith(needs);
    texts.set(name, text);
  }
  return text;
}

function statementWith(needs: Needs): string {
  const firstImport = 2 + (needs.hides ? 1 : 0);
  const firstReplaced = firstImport + (needs.imports ? importParameters : 0);
  const firstGuided = firstReplaced + (needs.replaces ? replacingParameters : 0);
  const firstTold = firstGuided + (needs.guides ? guidedParameters : 0);
  const parts = [
    admitted,
    ...(needs.places ? [tags] : []),
    ...(needs.begins ? [begun(needs)] : []),
    ...(needs.hides ? [hidden] : []),
    ...(needs.imports ? [imported(firstImport)] : []),
    ...(needs.replaces ? [replacing(firstReplaced)] : []),
    ...(needs.guides ? [guided(firstGuided)] : []),
    ...(needs.tells ? [told(firstTold)] : []),
    ...(needs.continues ? [continued(needs)] : []),
    ...(needs.asks ? [asked(needs)] : []),
    stored(needs),
    charged,
    ...(needs.hasKeys ? [keyed] : []),
    counted,
  ];
  return `with ${parts.join(', ')}, ${countedUsers}`;
}

const columns = quotaDimensions.join(', ');

/** Increased now and then, so that a search for the newest version of the row meets few dead ones. */
const raisedEpoch = 'u.epoch + (random() * 64 < 1)::integer';

/** The charge of a row in a dimension. */
function chargeIn(dimension: QuotaDimension): string {
  return `charges[${quotaDimensions.indexOf(dimension) + 1}]`;
}

const admitted = `a as materialized (
    select client_id, turn_id, user_id, conversation_id, is_new, agent, title, prompt, user_message_id, user_seq,
      message_id, answer_seq, door, state, lane, place, limited, interrupts, priority, deep_dive, retry,
      on_disconnect, process_id, idempotency_key, request_hash, request_id, charges
    from unnest($1::turn_to_store[])
  )`;

/** Under the queue's lock, which is taken last. */
const tags = `tags as materialized (
    select lane, client_id, jobs, next_tag(lane, client_id, jobs) as last_tag
    from (select lane, client_id, count(*)::integer as jobs from a where place is not null
          group by lane, client_id order by lane, client_id) g
  )`;

function begun({ imports }: Needs): string {
  const places = imports ? 'answer_seq + 1, user_seq' : '3, 1';
  return `begun as (
    insert into conversations (client_id, id, external_user_id, agent_slug, title, next_seq, message_count)
      select client_id, conversation_id, user_id, agent, title, ${places} from a where is_new
  )`;
}

/** What a question replaces is set aside up to its own place, so also answers in between that are not stored yet. */
function continued({ replaces }: Needs): string {
  const aside = `- coalesce(r.messages, 0), set_aside = case when r.first_seq is null then v.set_aside
          else v.set_aside + int4multirange(int4range(r.first_seq, a.user_seq)) end`;
  return `continued as (
    update conversations v set next_seq = a.answer_seq + 1, last_message_at = now(), updated_at = now(),
        message_count = v.message_count + (not a.retry)::integer ${replaces ? aside : ''}
      from a ${replaces ? 'left join r on r.turn_id = a.turn_id' : ''}
      where not a.is_new and v.client_id = a.client_id and v.id = a.conversation_id
  )`;
}

function asked({ replaces }: Needs): string {
  return `asked as (
    insert into messages (client_id, conversation_id, seq, id, role, content, status, deep_dive, turn_id
        ${replaces ? ', replaces' : ''})
      select client_id, conversation_id, user_seq, user_message_id, 'user', prompt, 'complete', deep_dive, turn_id
        ${replaces ? ', (select r.question from r where r.turn_id = a.turn_id)' : ''}
      from a where not retry
  )`;
}

function stored({ places, interrupts, guides, tells }: Needs): string {
  const overtakes = `case when a.interrupts then 1 + (select coalesce(max(q.overtakes), 0) from turns q
    where q.client_id = a.client_id and q.conversation_id = a.conversation_id and q.state = 'queued') else 0 end`;
  return `stored as (
    insert into turns (client_id, id, conversation_id, external_user_id, agent_slug, door, state, lane, tag,
        attempt, process_id, priority, deep_dive, retry, on_disconnect, user_message_id, user_seq, message_id,
        answer_seq, charge_day, idempotency_key, request_id, started_at, limited, overtakes
        ${guides ? ', guidance_version' : ''} ${tells ? ', facts, page, language' : ''})
      select a.client_id, a.turn_id, a.conversation_id, a.user_id, a.agent, a.door, a.state, a.lane,
        ${places ? 't.last_tag - t.jobs + a.place' : 'null'}, (a.state = 'running')::integer, a.process_id, a.priority,
        a.deep_dive, a.retry, a.on_disconnect, a.user_message_id, a.user_seq, a.message_id, a.answer_seq, utc_day(),
        a.idempotency_key, a.request_id, case when a.state = 'running' then now() end, a.limited,
        ${interrupts ? overtakes : '0'} ${guides ? `, ${versionOfGuided}` : ''} ${tells ? ', o.facts, o.page, o.language' : ''}
      from a ${places ? 'left join tags t on a.place is not null and t.lane = a.lane and t.client_id = a.client_id' : ''}
        ${tells ? 'left join told o on o.turn_id = a.turn_id' : ''}
  )`;
}

const charged = `charged as (
    insert into ledger (client_id, turn_id, kind, external_user_id, day, ${columns})
      select client_id, turn_id, 'charge', user_id, utc_day(), ${eachDimension(chargeIn)} from a
  )`;

const keyed = `keyed as (
    insert into idempotency_keys (client_id, external_user_id, route, key, request_hash, turn_id)
      select client_id, user_id, door, idempotency_key, request_hash, turn_id from a
      where idempotency_key is not null
  )`;

/** The rows of the day are locked, so a search for their newest versions finds what is changed. */
const counted = `counted as (
    update usage_clients u set ${eachDimension((name) => `${name} = u.${name} + c.${name}`)}, epoch = ${raisedEpoch}
      from (select client_id, ${eachDimension((name) => `sum(${chargeIn(name)}) as ${name}`)}
            from a group by client_id) c,
        lateral (select ctid from usage_clients where client_id = c.client_id and day = utc_day()
          order by epoch desc limit 1) newest
      where u.ctid = newest.ctid
  )`;

const countedUsers = `of_users as materialized (
    select client_id, user_id, ${eachDimension((name) => `sum(${chargeIn(name)}) as ${name}`)}
    from a group by client_id, user_id
  ), recounted as (
    update usage_users u set ${eachDimension((name) => `${name} = u.${name} + c.${name}`)}, epoch = ${raisedEpoch}
      from of_users c,
        lateral ${newestOfUser('ctid', 'c.client_id', 'c.user_id')} newest
      where u.ctid = newest.ctid
      returning u.client_id, u.external_user_id
  )
  insert into usage_users (client_id, day, external_user_id, ${columns})
    select client_id, utc_day(), user_id, ${columns} from of_users c where not exists
      (select from recounted r where r.client_id = c.client_id and r.external_user_id = c.user_id)`;
