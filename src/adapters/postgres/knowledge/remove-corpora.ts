import type { Transaction } from '../database/database.ts';
import { lookUpByKey } from './chunk-statements.ts';
import { removeSomeChunks } from './remove-chunks.ts';

const documentsAtATime = 10_000;

/**
 * Removes a piece of a client's documents: so many chunks, or what is left when there are none. True where more may be
 * left.
 */
export async function removeFromCorpora(transaction: Transaction, clientId: number): Promise<boolean> {
  await transaction.query(lookUpByKey.text);
  const [corpus] = await transaction.query<{ id: number }>(
    'select id from corpora where owner = $1 order by id limit 1 for update',
    [clientId],
  );
  if (corpus === undefined) return false;
  if ((await removeSomeChunks(transaction, corpus.id, 'id > 0', [])) > 0) return true;
  const documents = await transaction.query(
    `delete from documents where corpus = $1
       and id in (select id from documents where corpus = $1 order by id limit ${documentsAtATime}) returning id`,
    [corpus.id],
  );
  if (documents.length < documentsAtATime)
    await transaction.query('delete from corpora where id = $1', [corpus.id]);
  return true;
}
