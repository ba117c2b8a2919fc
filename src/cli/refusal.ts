import { NoDatabase } from '#app/named-database.ts';
import { ConfigError } from '#config';
import type { FieldError } from '#contract/errors.ts';
import { DatabaseUnavailable, ParleyError } from '#core/errors.ts';
import { StartFailure } from '#core/shared/start-failure.ts';
import { UsageError } from './command.ts';

export interface Refusal {
  readonly exitCode: 1 | 2;
  readonly code: string;
  readonly detail: string;
  readonly errors?: readonly FieldError[];
  readonly mistakes?: readonly string[];
}

/** The reason why a command was refused. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof UsageError) return { exitCode: 2, code: 'usage', detail: error.message };
  if (error instanceof ConfigError) {
    return { exitCode: 2, code: 'configuration', detail: error.message, mistakes: error.problems };
  }
  if (error instanceof ParleyError) {
    const { code, message: detail, fields } = error;
    return { exitCode: 1, code, detail, ...(fields.length > 0 ? { errors: fields } : {}) };
  }
  if (error instanceof NoDatabase) return { exitCode: 1, code: 'no_database', detail: error.message };
  if (error instanceof StartFailure) return { exitCode: 1, code: 'failed', detail: error.message };
  if (error instanceof DatabaseUnavailable) {
    return { exitCode: 1, code: 'unavailable', detail: withCauses(error) };
  }
  return { exitCode: 1, code: 'failed', detail: withCauses(error) };
}

/** The operator reads this, not a caller, so causes are included. */
function withCauses(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : `${error.message}: ${withCauses(error.cause)}`;
}
