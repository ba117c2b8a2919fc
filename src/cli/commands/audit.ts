import type { AuditEntryResource } from '#contract/audit/audit-entry.ts';
import { describeChange, plainWords } from '#contract/audit/describe-change.ts';
import { parseMoment } from '#core/audit/moment.ts';
import { clientOperations } from '#core/operations/client-operations.ts';
import { reportOperations } from '#core/operations/report-operations.ts';
import { withParams } from '../ask.ts';
import { type Command, UsageError } from '../command.ts';
import { everyRow } from '../every-row.ts';
import { omitUndefined } from '../option-values.ts';
import { table } from '../table.ts';

/** The audit log, newest first. */
export const auditCommand: Command = {
  name: 'audit',
  parameters: [],
  options: { client: 'S', since: 'T' },
  summary: 'Who changed what, newest first; --since takes a day or a time, as in 2026-01-31T12:00:00Z',
  operation: 'listAudit',
  run: (input, { administer }) => {
    const [client, since] = [input.option('client'), input.option('since')];
    if (since !== undefined && parseMoment(since) === null) {
      throw new UsageError('--since must be a day or a time with its zone, as in 2026-01-31T12:00:00Z');
    }
    return administer(async (ask) => {
      if (client !== undefined) await ask(clientOperations.getClient, withParams({ slug: client }));
      const filter = omitUndefined({ client, since });
      const entries = await everyRow((query) =>
        ask(reportOperations.listAudit, { ...withParams({}), query: { ...filter, ...query } }),
      );
      return {
        json: { ok: true, object: 'list', data: entries },
        text: table([['AT', 'ACTOR', 'ACTION', 'SUBJECT', 'CHANGED'], ...entries.map(row)]),
      };
    });
  },
};

const changeWords = plainWords('none');

function row(entry: AuditEntryResource): string[] {
  const { at: moment, actor, actor_email, action, subject, subject_email, before, after } = entry;
  const changed = describeChange(before, after, changeWords);
  return [moment, actor_email ?? actor, action, subject_email ?? subject, changed];
}
