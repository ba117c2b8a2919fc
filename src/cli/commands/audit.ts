import { type AuditEntry, presentAuditEntry } from '#core/audit/audit.ts';
import { readAudit } from '#core/audit/read-audit.ts';
import { type Command, UsageError } from '../command.ts';
import { everyRow } from '../every-row.ts';
import { table } from '../table.ts';

/** The audit log, newest first. */
export const auditCommand: Command = {
  name: 'audit',
  parameters: [],
  options: { client: 'S', since: 'T' },
  summary:
    'Changes and their authors, newest first; --since takes a day or a time, as in 2026-01-31T12:00:00Z',
  run: (input, { administer }) => {
    const clientSlug = input.option('client') ?? null;
    const since = momentOf(input.option('since'));
    return administer(async ({ clients, audit }) => {
      if (clientSlug !== null) await clients.find(clientSlug);
      const filter = { clientSlug, since, actor: null, action: null };
      const entries = await everyRow((query) => readAudit(audit, filter, query));
      return {
        json: { ok: true, object: 'list', data: entries.map(presentAuditEntry) },
        text: table([['AT', 'ACTOR', 'ACTION', 'SUBJECT', 'CHANGED'], ...entries.map(row)]),
      };
    });
  },
};

/** RFC 3339, or a day, which begins at midnight UTC. */
function momentOf(text: string | undefined): Date | null {
  if (text === undefined) return null;
  const shape = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2}))?$/;
  const moment = new Date(text);
  const isReal = shape.test(text) && !Number.isNaN(moment.getTime());
  // Date moves days that do not exist, such as February 30, into the next month.
  if (isReal && new Date(`${text.slice(0, 10)}T00:00:00Z`).toISOString().startsWith(text.slice(0, 10))) {
    return moment;
  }
  throw new UsageError('--since must be a day or a time with its zone, as in 2026-01-31T12:00:00Z');
}

function row({ at, actor, action, subject, after }: AuditEntry): string[] {
  return [at.toISOString(), actor, action, subject, Object.keys(after ?? {}).join(', ')];
}
