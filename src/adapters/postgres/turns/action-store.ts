import type { Facts, VisitedPage } from '#contract/context.ts';
import type { ActionStore, Declined, PlacedAction } from '#core/actions/action.ts';
import type { Owner } from '#core/identity/caller.ts';
import { decideClick } from '#core/tools/decide-tool-call.ts';
import type { ToolCallStatus } from '#core/tools/tool-call.ts';
import type { Decider } from '#core/turn/admission/admission.ts';
import { turnContext } from '#core/turn/turn.ts';
import type { Database } from '../database/database.ts';
import type { Statement } from '../database/statement-group.ts';
import { decodeText } from '../database/text-coding.ts';
import { shownStatusColumn } from '../tools/tool-rows.ts';
import { type ActionFactsRow, actionColumns, actionFactsOf } from './action-facts.ts';

interface ActionRow {
  readonly id: string;
  readonly message_id: string;
  readonly decided_turn: string | null;
  readonly conversation_id: string;
  readonly question: string;
  readonly arguments: string;
  readonly status: ToolCallStatus;
  readonly decide_until: Date | null;
  readonly deep_dive: boolean;
  readonly facts: Facts | null;
  readonly page: VisitedPage | null;
}

export class PostgresActionStore implements ActionStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async find({ clientId, userId }: Owner, id: string): Promise<PlacedAction | null> {
    const [row] = await this.#database.query<ActionRow>(findSql, [clientId, userId, id]);
    return row === undefined ? null : actionOf(row);
  }

  async decline(
    { clientId, userId }: Owner,
    { id, conversationId }: PlacedAction,
    by: Decider,
  ): Promise<Declined> {
    const facts: readonly Statement[] = [
      { text: lockConversationSql, values: [clientId, conversationId] },
      { text: factsSql, values: [clientId, id] },
    ];
    const { result } = await this.#database.readDecideWrite<Declined>(facts, ([, rows]) => {
      const [row]: ActionFactsRow[] = rows ?? [];
      if (row === undefined) return { result: 'closed', store: [], afterCommit: [] };
      const close = (status: 'declined' | 'expired') => ({
        text: closeSql,
        values: [clientId, conversationId, id, status, userId, by],
      });
      const { call, isOvertaken } = actionFactsOf(row);
      const { kind } = decideClick(call, 'decline');
      if (kind === 'replay') return { result: 'replay', store: [], afterCommit: [] };
      if (kind === 'closed') return { result: 'closed', store: [], afterCommit: [] };
      const isLate = kind === 'expire' || isOvertaken;
      return {
        result: isLate ? 'closed' : 'declined',
        store: [close(isLate ? 'expired' : 'declined')],
        afterCommit: [],
      };
    });
    return result;
  }
}

function actionOf(row: ActionRow): PlacedAction {
  return {
    id: row.id,
    question: decodeText(row.question),
    arguments: decodeText(row.arguments),
    status: row.status,
    decideUntil: row.decide_until,
    conversationId: row.conversation_id,
    messageId: row.message_id,
    turnId: row.decided_turn,
    deepDive: row.deep_dive,
    context: turnContext(row.facts, row.page),
  };
}

/** Only a turn that has ended has asked. */
const findSql = `select k.id, k.conversation_id, k.question, k.arguments, k.decide_until, k.decided_turn,
    ${shownStatusColumn} as status, t.message_id, t.deep_dive, t.facts, t.page
  from tool_calls k
  join turns t on t.client_id = k.client_id and t.id = coalesce(k.asked_in, k.turn_id)
  where k.client_id = $1 and t.external_user_id = $2 and k.id = $3 and k.question is not null
    and t.state not in ('queued', 'running')`;

const lockConversationSql = 'select id from conversations where client_id = $1 and id = $2 for no key update';

const factsSql = `select ${actionColumns} from tool_calls k
  where k.client_id = $1 and k.id = $2 and k.question is not null for update of k`;

const closeSql = 'select close_action($1, $2, $3, $4, $5, $6) is null as closed';
