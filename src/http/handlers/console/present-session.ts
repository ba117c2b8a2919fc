import type { ConsoleSession } from '#contract/console/session.ts';
import { operationTable } from '#contract/endpoints/operation-table.ts';
import { type OpenConsole, presentOperator, presentOperatorSession } from '#core/operators/operator.ts';
import { consoleSeconds } from '#core/operators/start-session.ts';

export interface ConsoleFacts {
  readonly version: string;
  readonly publicUrl: string;
}

/** What a page knows about the person in front of it. */
export function presentSession(
  { operator, session, strongUntil }: OpenConsole,
  { version, publicUrl }: ConsoleFacts,
): ConsoleSession {
  const operations = Object.entries(operationTable)
    .filter(([, row]) => row.channels.some((channel) => channel === 'console'))
    .filter(([, row]) => row.roles.some((role) => role === operator.role))
    .map(([name]) => name);
  return {
    ok: true,
    operator: presentOperator(operator),
    session: presentOperatorSession(session, session.id),
    idle_seconds: consoleSeconds.idle,
    strong_until: session.kind === 'passkey' ? (strongUntil?.toISOString() ?? null) : null,
    operations,
    version,
    public_url: publicUrl,
  };
}
