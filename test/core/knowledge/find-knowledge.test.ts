import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DatabaseUnavailable } from '#core/errors.ts';
import { type AskedKnowledge, findKnowledge, type KnowledgeSearch } from '#core/knowledge/find-knowledge.ts';
import type {
  FoundPart,
  FoundParts,
  SearchedCorpora,
  SourceStore,
  WeightedText,
} from '#core/knowledge/source-store.ts';
import { FairLine } from '#core/shared/fair-line.ts';
import type { Break } from '#test/break.ts';

const part: FoundPart = {
  corpus: 1,
  source: 'client',
  documentId: 'a',
  place: 0,
  title: 'A title',
  url: null,
  heading: '',
  text: 'text',
  score: 1,
};

const passage = { best: part, whole: part };

function corporaOf(bytes: number): SearchedCorpora {
  return {
    corpora: [{ id: 1, source: 'client', revision: 1, chunks: 10, length: 100, bytes }],
    terms: [{ language: 'english', lexeme: 'text', weight: 1, chunks: 1 }],
  };
}

/** Notes what it is asked. */
class NotedStore implements SourceStore {
  readonly asked: string[] = [];
  texts: readonly WeightedText[] = [];
  readonly #searched: Promise<SearchedCorpora>;

  constructor(searched: SearchedCorpora | Promise<SearchedCorpora>) {
    this.#searched = Promise.resolve(searched);
  }

  search(_corpus: unknown, texts: readonly WeightedText[]) {
    this.texts = texts;
    return this.#searched;
  }

  async readAll() {
    this.asked.push('all');
    return [part];
  }

  matched: FoundParts['matched'] = [new Set(['text'])];

  async find() {
    this.asked.push('best');
    return { best: [part], neighbours: [], matched: this.matched };
  }
}

const asking: AskedKnowledge = {
  corpus: { clientId: 1, agentSlug: 'assistant' },
  question: 'A question',
  previous: null,
  facts: null,
  windows: [128_000],
};

/** One search at a time. */
function searchIn(store: SourceStore): KnowledgeSearch {
  return { store, line: new FairLine({ running: { ofSender: 1, inAll: 1 } }) };
}

const find = (store: SourceStore, asked = asking) => findKnowledge(searchIn(store), asked);

describe('Finding what documents say', () => {
  it('reads all of them where they are few, and the best of them where they are many', async () => {
    const [few, many] = [new NotedStore(corporaOf(32_000)), new NotedStore(corporaOf(32_001))];
    const [whole, found] = [await find(few), await find(many)];
    assert.deepEqual([few.asked, many.asked], [['all'], ['best']]);
    assert.deepEqual([whole?.whole, whole?.found], [[part], []]);
    assert.deepEqual([found?.whole, found?.found], [null, [passage]]);
  });

  it('reads both where they are too many for one of the models', async () => {
    const store = new NotedStore(corporaOf(32_000));
    const knowledge = await find(store, { ...asking, windows: [128_000, 8] });
    assert.deepEqual([store.asked, knowledge?.whole, knowledge?.found], [['all', 'best'], [part], [passage]]);
  });

  it('finds nothing where the last document has just been deleted', async () => {
    assert.equal(await find(new NotedStore({ corpora: [], terms: [] })), null);
  });

  it('finds nothing where no document is about the question, and looks for nothing that stands nowhere', async () => {
    const store = new NotedStore(corporaOf(32_001));
    store.matched = [new Set()];
    assert.deepEqual([(await find(store))?.found, store.asked], [[], ['best']]);
    const searched = corporaOf(32_001);
    const unknown = { ...searched, terms: searched.terms.map((term) => ({ ...term, chunks: 0 })) };
    const other = new NotedStore(unknown);
    assert.deepEqual([(await find(other))?.found, other.asked], [[], []]);
  });

  it('asks for the beginning and the end of a long question, and for a third of the one before', async () => {
    const store = new NotedStore(corporaOf(1));
    const question = `begin ${'x'.repeat(30_000)} end`;
    await find(store, { ...asking, question, previous: 'Before' });
    const [text, previous] = store.texts;
    assert.match(text?.text ?? '', /^begin x+ x+ end$/);
    assert.ok((text?.text.length ?? 0) <= 4_001);
    assert.deepEqual(previous, { text: 'Before', weight: 1 / 3 });
  });

  it('is given up after half a second', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const { promise: never } = Promise.withResolvers<SearchedCorpora>();
    const refused = assert.rejects(find(new NotedStore(never)), DatabaseUnavailable);
    t.mock.timers.tick(500);
    await refused;
  });

  it('asks nothing more where it is given up, running or waiting for its turn', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const { promise: searched, resolve } = Promise.withResolvers<SearchedCorpora>();
    const [slow, second, later] = [
      new NotedStore(searched),
      new NotedStore(corporaOf(1)),
      new NotedStore(corporaOf(1)),
    ];
    const { line } = searchIn(slow);
    const refused = [slow, second].map((store) =>
      assert.rejects(findKnowledge({ store, line }, asking), DatabaseUnavailable),
    );
    t.mock.timers.tick(500);
    await Promise.all(refused);
    const next = findKnowledge({ store: later, line }, asking);
    assert.equal(later.texts.length, 0, 'the place is taken as long as the statement runs');
    resolve(corporaOf(1));
    await next;
    assert.deepEqual([slow.asked, second.texts, later.asked], [[], [], ['all']]);
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'A search that takes too long is given up',
    file: 'src/core/knowledge/find-knowledge.ts',
    replace: 'withTimeout(findMs,',
    by: 'withTimeout(findMs * 100,',
  },
  {
    rule: 'A search that is given up does not go on',
    file: 'src/core/knowledge/find-knowledge.ts',
    replace: '  signal.throwIfAborted();\n',
    by: '',
  },
  {
    rule: 'A search that is given up while it waits takes no place of others',
    file: 'src/core/knowledge/find-knowledge.ts',
    replace: 'search, late.signal)',
    by: 'search)',
  },
  {
    rule: 'What is too much for one model is searched for it',
    file: 'src/core/knowledge/find-knowledge.ts',
    replace: 'asked.windows.every(',
    by: 'asked.windows.some(',
  },
  {
    rule: 'The work of a long question is bounded',
    file: 'src/core/knowledge/find-knowledge.ts',
    replace: 'if (text.length <= mostUnits) return text;',
    by: 'if (text.length >= 0) return text;',
  },
  {
    rule: 'A question that no document is about finds nothing',
    file: 'src/core/knowledge/find-knowledge.ts',
    replace: 'areAbout(terms, all, found.matched) ?',
    by: 'terms.length > 0 ?',
  },
];
