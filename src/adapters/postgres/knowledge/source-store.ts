import type { Facts } from '#contract/context.ts';
import type { CorpusKey } from '#core/knowledge/document-store.ts';
import { searchableText } from '#core/knowledge/searchable-text.ts';
import type {
  Corpus,
  FoundPart,
  FoundParts,
  ScoredTerm,
  SearchedCorpora,
  SourcePart,
  SourceStore,
  WeightedText,
} from '#core/knowledge/source-store.ts';
import type { UsedDocument, UsedDocumentStore } from '#core/knowledge/used-documents.ts';
import { camelRows } from '../database/camel-rows.ts';
import type { Database } from '../database/database.ts';
import { allParts, bestParts, corporaOf, markUsed, termsOf } from './source-sql.ts';

/** How much longer chunks than others count less, in BM25. */
const lengthWeight = 0.9;

/** Reads documents for prompts, on connections of its own. */
export class PostgresSourceStore implements SourceStore, UsedDocumentStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async search({ clientId, agentSlug }: CorpusKey, texts: readonly WeightedText[]): Promise<SearchedCorpora> {
    const [corpora = [], terms = []] = await this.#database.group([
      { text: corporaOf, values: [clientId, agentSlug] },
      {
        text: termsOf,
        values: [
          clientId,
          agentSlug,
          texts.map(({ text }) => searchableText(text)),
          texts.map(({ weight }) => weight),
        ],
      },
    ]);
    return { corpora, terms };
  }

  readAll(corpora: readonly Corpus[], facts: Facts): Promise<readonly SourcePart[]> {
    return camelRows<SourcePart>(this.#database, allParts, [corpora.map(({ id }) => id), facts]);
  }

  async find(corpora: readonly Corpus[], terms: readonly ScoredTerm[], facts: Facts): Promise<FoundParts> {
    const length = sum(corpora.map((corpus) => corpus.length));
    const chunks = sum(corpora.map((corpus) => corpus.chunks));
    const rows = await camelRows<FoundRow>(this.#database, bestParts, [
      corpora.map(({ id }) => id),
      terms.map(({ lexeme }) => lexeme),
      terms.map(({ weight }) => weight),
      terms.map(({ finds }) => finds),
      (lengthWeight * chunks) / length,
      facts,
    ]);
    const lexemes = terms.map(({ lexeme }) => lexeme);
    return {
      best: rows.filter(isScored),
      neighbours: rows.filter((row) => !isScored(row)),
      matched: (rows.find(({ matched }) => matched !== null)?.matched ?? []).map((flags) =>
        flagged(lexemes, flags),
      ),
    };
  }

  async markUsed(documents: readonly UsedDocument[]): Promise<void> {
    await this.#database.query(markUsed, [
      documents.map(({ corpus }) => corpus),
      documents.map(({ id }) => id),
    ]);
  }
}

/** A neighbour has no score. The best part says what documents match, each by the bits of lexemes. */
interface FoundRow extends Omit<FoundPart, 'score'> {
  readonly score: number | null;
  readonly matched: readonly number[] | null;
}

function flagged(lexemes: readonly string[], flags: number): ReadonlySet<string> {
  return new Set(lexemes.filter((_, index) => Math.floor(flags / 2 ** index) % 2 === 1));
}

function isScored(row: FoundRow): row is FoundRow & { readonly score: number } {
  return row.score !== null;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, number) => all + number, 0);
}
