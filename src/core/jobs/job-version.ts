import { createHash } from 'node:crypto';
import type { Job } from '#contract/jobs.ts';

/** Differs when something about the job has happened; the estimate, which drifts all the time, does not count. */
export function versionOf({ eta_seconds: _, ...job }: Job): string {
  return createHash('sha256').update(JSON.stringify(job)).digest('base64url').slice(0, 22);
}
