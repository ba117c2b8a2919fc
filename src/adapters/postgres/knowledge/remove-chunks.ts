import type { Transaction } from '../database/database.ts';
import { chunksAtATime, forgettingLexemes, removingChunks } from './chunk-statements.ts';

interface ChunkRow {
  readonly id: number;
}

/**
 * Removes so many of the chunks that `chosen` selects by a condition on `chunks` whose first parameter is the corpus.
 * Its row is locked. Resolves with how many there were.
 */
export async function removeSomeChunks(
  transaction: Transaction,
  corpusId: number,
  chosen: string,
  values: readonly unknown[],
): Promise<number> {
  const chunks = await transaction.query<ChunkRow>(
    `select id from chunks where corpus = $1 and ${chosen} order by id limit ${chunksAtATime}`,
    [corpusId, ...values],
  );
  if (chunks.length === 0) return 0;
  const removing = removingChunks(
    corpusId,
    chunks.map(({ id }) => id),
  );
  const gone = await transaction.query<{ lexeme: string }>(removing.text, removing.values);
  const forgetting = forgettingLexemes(
    corpusId,
    gone.map(({ lexeme }) => lexeme),
  );
  await transaction.query(forgetting.text, forgetting.values);
  return chunks.length;
}
