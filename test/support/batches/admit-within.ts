import { admitBatch, type BatchAnswer } from '#adapters/postgres/admissions/admit-batch.ts';
import type { Transaction } from '#adapters/postgres/database/database.ts';
import type { Rows, Statement } from '#adapters/postgres/database/statement-group.ts';
import { AnnouncedQuotas } from '#adapters/postgres/events/quota-notices.ts';
import type { Admission } from '#core/turn/admission/admission.ts';
import { withPatience } from '../database/lock-waits.ts';

/**
 * Admits a batch by its two groups of statements, in a transaction that goes on afterwards, and may stand still with
 * its locks unless `isCut`.
 */
export function admitWithin(
  transaction: Transaction,
  batch: readonly Admission[],
  isAlone = true,
  /** Awaited between the two groups, while the locks are held. */
  between: () => Promise<void> = () => Promise.resolve(),
  isCut = false,
): Promise<readonly BatchAnswer[]> {
  const run = async (statements: readonly Statement[]) => {
    const rows: Rows[] = [];
    for (const { text, values } of statements) {
      rows.push(await transaction.query(isCut ? text : withPatience(text), values));
    }
    return rows;
  };
  const database: Parameters<typeof admitBatch>[0] = {
    async readDecideWrite(facts, decide) {
      const rows = await run(facts);
      await between();
      const { result, store, afterCommit } = decide(rows);
      return { result, stored: await run(store), afterCommit: await run(afterCommit) };
    },
  };
  return admitBatch(database, batch, isAlone, new AnnouncedQuotas());
}
