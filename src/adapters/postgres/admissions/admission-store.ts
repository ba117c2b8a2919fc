import type { Lane } from '#contract/jobs.ts';
import type { Admission, AdmissionResult } from '#core/turn/admission/admission.ts';
import type { AdmissionStore } from '#core/turn/admission/admission-store.ts';
import type { Database } from '../database/database.ts';
import { isAway, isTaken, isUnsent } from '../database/database-errors.ts';
import { AnnouncedQuotas } from '../events/quota-notices.ts';
import { AdmissionQueue } from './admission-queue.ts';
import { admitBatch, type BatchAnswer } from './admit-batch.ts';

const batchSize = 128;
/** Requests with fewer UTF-16 units of messages are stored together. */
const largeImport = 512 * 1024;
const importsAtOnce = 8;
const maxAttempts = 3;

/**
 * Admits turns in batches. `onJobs` gets the lanes of new jobs, after the commit that stored them; `onBatch` the size
 * of each batch.
 */
export class PostgresAdmissionStore implements AdmissionStore {
  readonly #queue: AdmissionQueue;
  /** Apart, so that large requests delay no others. */
  readonly #imports: AdmissionQueue;
  /** One at a time, because each may contain four megabytes of messages. */
  readonly #largeImports: AdmissionQueue;

  constructor(
    database: Database,
    onJobs: (lanes: ReadonlySet<Lane>) => void,
    onBatch?: (size: number) => void,
  ) {
    const announced = new AnnouncedQuotas();
    const admit = async (batch: readonly Admission[], isAlone: boolean) => {
      onBatch?.(batch.length);
      const answers = await retryIfRolledBack(() => admitBatch(database, batch, isAlone, announced));
      const lanes = lanesOf(batch, answers);
      if (lanes.size > 0) onJobs(lanes);
      return answers;
    };
    this.#queue = new AdmissionQueue(admit, { maxSize: batchSize, isFinal: isAway });
    this.#imports = new AdmissionQueue(admit, { maxSize: importsAtOnce, isFinal: isAway });
    this.#largeImports = new AdmissionQueue(admit, { maxSize: 1, isFinal: isAway });
  }

  admit(admission: Admission): Promise<AdmissionResult> {
    return this.#queueFor(admission).submit(admission);
  }

  #queueFor({ imported }: Admission): AdmissionQueue {
    if (imported.length === 0) return this.#queue;
    const units = imported.reduce((sum, { content }) => sum + content.length, 0);
    return units < largeImport ? this.#imports : this.#largeImports;
  }
}

/**
 * The server ends the session of a process that stalls between the two groups, and rolls back what it stored. Even if
 * it had not, no second attempt could store the same ids. Around midnight, a request with the same key may be stored
 * under the row of the other day, which these locks do not exclude: the next attempt replays it.
 */
async function retryIfRolledBack<T>(attempt: () => Promise<T>): Promise<T> {
  for (let left = maxAttempts - 1; ; left--) {
    try {
      return await attempt();
    } catch (error) {
      if (left > 0 && isTaken(error, 'idempotency_keys_pkey')) continue;
      if (left === 0 || !isUnsent(error)) throw error;
    }
  }
}

function lanesOf(batch: readonly Admission[], answers: readonly BatchAnswer[]): ReadonlySet<Lane> {
  const lanes = new Set<Lane>();
  for (const [index, { kind, lane }] of batch.entries()) {
    const answer = answers[index];
    if (kind === 'job' && answer?.kind === 'answered' && answer.result.status === 'admitted') lanes.add(lane);
  }
  return lanes;
}
