import { createHash } from 'node:crypto';
import type { Job } from '#contract/jobs.ts';

/** Changes with every change of the job except its estimate, which drifts all the time. */
export function versionOf({ eta_seconds: _, ...job }: Job): string {
  return createHash('sha256').update(JSON.stringify(job)).digest('base64url').slice(0, 22);
}
