import type { EndedTurn } from '#contract/jobs.ts';
import { parseMoment } from '#core/audit/moment.ts';
import { clientOperations } from '#core/operations/client-operations.ts';
import { liveOperations } from '#core/operations/live-operations.ts';
import { withParams } from '../ask.ts';
import { type Command, UsageError } from '../command.ts';
import { omitUndefined } from '../option-values.ts';
import { table } from '../table.ts';

/** A terminal shows no more, and `--since` or `--user` find what is older. */
const mostShown = 100;

/** The outcomes of a client's turns, newest first. */
export const turnsCommand: Command = {
  name: 'turns',
  parameters: ['client'],
  options: { user: 'ID', failed: null, 'request-id': 'R', since: 'T' },
  summary:
    'The outcomes of the last 100 turns, newest first; --request-id takes what the caller saw, or the uuid of a job',
  operation: 'listEndedTurns',
  run: (input, { administer }) => {
    const slug = input.parameter('client');
    const since = input.option('since');
    if (since !== undefined && parseMoment(since) === null) {
      throw new UsageError('--since must be a day or a time with its zone, as in 2026-01-31T12:00:00Z');
    }
    const query = omitUndefined({
      client: slug,
      external_user_id: input.option('user'),
      status: input.flag('failed') ? 'failed,expired' : undefined,
      request_id: input.option('request-id'),
      since,
      limit: mostShown,
    });
    return administer(async (ask) => {
      await ask(clientOperations.getClient, withParams({ slug }));
      const { data, has_more: hasMore } = await ask(liveOperations.listEndedTurns, {
        ...withParams({}),
        query,
      });
      return {
        json: { ok: true, object: 'list', data, has_more: hasMore },
        text: table([
          ['CREATED', 'USER', 'STATUS', 'CODE', 'MODEL', 'FIRST TEXT', 'REQUEST', 'JOB'],
          ...data.map(row),
        ]),
        notices: hasMore ? [`there are more than these ${mostShown}: narrow them down, or ask the API`] : [],
      };
    });
  },
};

function row(turn: EndedTurn): string[] {
  const { external_user_id: user, error_code: code, provider, model, first_text_ms: firstText } = turn;
  return [
    turn.created_at,
    user ?? '',
    turn.status,
    code ?? '',
    model === null ? '' : `${provider}/${model}`,
    firstText === null ? '' : `${firstText} ms`,
    turn.request_id ?? '',
    turn.job_uuid,
  ];
}
