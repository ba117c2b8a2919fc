import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { KnowledgeMode, SourceOwner } from '#contract/knowledge/sources.ts';
import { DatabaseUnavailable } from '#core/errors.ts';
import type {
  Corpus,
  SearchedCorpora,
  SourcePart,
  SourceStore,
  WeightedText,
} from '#core/knowledge/source-store.ts';
import { FairLine } from '#core/shared/fair-line.ts';
import { newId } from '#core/shared/new-id.ts';
import { LiveTurn } from '#core/turn/live-turn.ts';
import { brandAdmitted, type HistoryMessage, type TurnFacts } from '#core/turn/turn.ts';
import { answerSources, promptWith, searchSources } from '#core/turn/turn-sources.ts';
import type { Break } from '#test/break.ts';
import { ampleBudget, buildLiveTurn } from '#test/world/live-turn.ts';

const windowTokens = 4_000;

/** One short document of the client, and one of the operator, who comes first where corpora are listed. */
class Documents implements SourceStore {
  asked: readonly WeightedText[] = [];
  searches = 0;
  readonly #owners: readonly SourceOwner[];

  constructor(owners: readonly SourceOwner[] = ['operator', 'client']) {
    this.#owners = owners;
  }

  async search(_corpus: unknown, texts: readonly WeightedText[]): Promise<SearchedCorpora> {
    this.asked = texts;
    this.searches += 1;
    const corpora = this.#owners.map((source): Corpus => {
      return { id: idOf(source), source, revision: 1, chunks: 1, length: 1, bytes: 1 };
    });
    return { corpora, terms: [] };
  }

  async readAll(): Promise<readonly SourcePart[]> {
    return this.#owners.map((source) => ({
      ...{ corpus: idOf(source), source, documentId: `of ${source}`, place: 0 },
      ...{ title: 'Prices', url: null, heading: '', text: 'It costs 10 euros.' },
    }));
  }

  async find() {
    return { best: [], neighbours: [], matched: [] };
  }
}

function idOf(source: SourceOwner): number {
  return source === 'client' ? 7 : 8;
}

/** A turn whose agent has documents of these owners. */
function turnWith(more: Partial<TurnFacts> = {}, owners: readonly SourceOwner[] = ['client']): LiveTurn {
  const { turn } = buildLiveTurn(more);
  const having = (owner: SourceOwner) => new Set(owners.includes(owner) ? [turn.agent.slug] : []);
  const client = {
    ...turn.client,
    documentedAgents: { client: having('client'), operator: having('operator') },
    guidance: new Map([
      [turn.agent.slug, { draft: null, published: { version: 1, text: 'See https://b.example.' } }],
    ]),
  };
  const deepDive = { ...turn.agent.deepDive, instructions: 'See https://d.example.' };
  const agent = { ...turn.agent, instructions: 'See https://a.example.', deepDive };
  return new LiveTurn(brandAdmitted(turn, client, agent), ampleBudget());
}

async function search(live: LiveTurn, store: SourceStore) {
  const ends: string[] = [];
  const used: string[] = [];
  const knowledge = {
    search: { store, line: new FairLine<number | null>({ running: { ofSender: 1, inAll: 1 } }) },
    used: { note: (corpus: number, id: string) => used.push(`${corpus} ${id}`) },
    fenceKey: 'key',
  };
  const telemetry = { searching: () => (outcome: KnowledgeMode | 'failed') => ends.push(outcome) };
  const searching = searchSources(live, [windowTokens], knowledge, telemetry);
  return { searching, ends, used };
}

function message(role: HistoryMessage['role'], content: string): HistoryMessage {
  return { id: newId(), role, content, replyTo: null };
}

const stepsOf = (live: LiveTurn) => live.steps.since(0).map(({ kind, status }) => `${kind} ${status}`);

describe('The documents of a turn', () => {
  it('are looked into where its agent has any, of the client or of the operator', async () => {
    for (const owner of ['client', 'operator'] as const) {
      const store = new Documents([owner]);
      const live = turnWith({}, [owner]);
      const { searching, ends } = await search(live, store);
      assert.equal((await searching)(windowTokens).offered?.length, 1);
      assert.deepEqual([store.searches, ends, stepsOf(live)], [1, ['whole'], ['knowledge done']]);
    }
    const store = new Documents();
    const live = turnWith({}, []);
    const { searching } = await search(live, store);
    assert.equal((await searching)(windowTokens).offered, null);
    assert.deepEqual([store.searches, stepsOf(live)], [0, []]);
  });

  it('are noted as used with each call that was offered them, each in the corpus of its owner', async () => {
    const { searching, used } = await search(turnWith(), new Documents());
    const sourcesFor = await searching;
    assert.deepEqual(used, []);
    sourcesFor(windowTokens);
    assert.deepEqual(used, ['8 of operator', '7 of client']);
  });

  it('are searched by the question and the one before, which an answer follows', async () => {
    const store = new Documents();
    const history = [message('assistant', 'It costs 10 euros.'), message('user', 'What does it cost?')];
    await (await search(turnWith({ prompt: 'And for students?', history }), store)).searching;
    assert.deepEqual(
      store.asked.map(({ text }) => text),
      ['And for students?', 'What does it cost?'],
    );
  });

  it('that cannot be searched fail their step, and the turn', async () => {
    const store = new Documents();
    store.search = () => Promise.reject(new DatabaseUnavailable('away'));
    const live = turnWith();
    const { searching, ends } = await search(live, store);
    await assert.rejects(searching, DatabaseUnavailable);
    assert.deepEqual([ends, stepsOf(live)], [['failed'], ['knowledge failed']]);
  });

  it('leave their history the room that tools and steps do not take', async () => {
    const history = Array.from({ length: 100 }, (_, nth) => {
      return message(nth % 2 === 0 ? 'assistant' : 'user', 'x'.repeat(100));
    });
    const live = turnWith({ history }, []);
    const sourcesFor = await (await search(live, new Documents())).searching;
    const messages = (tokens: number) => promptWith(sourcesFor, live, windowTokens, tokens).messages.length;
    assert.ok(messages(2_000) < messages(0));
  });
});

describe('The known links of a turn', () => {
  const answer = 'https://a.example https://b.example https://c.example https://d.example https://e.example';

  it('are those of all instructions that its model had', () => {
    for (const deepDive of [false, true]) {
      const live = turnWith({ deepDive, instructions: 'See https://c.example.' });
      live.toolResults = [];
      live.onText(answer);
      const own = ['https://a.example', 'https://b.example', 'https://c.example'];
      assert.deepEqual(answerSources(live), {
        citations: null,
        links: deepDive ? [...own, 'https://d.example'] : own,
      });
    }
  });

  it('are not looked for where neither a document nor a tool was used', () => {
    const live = turnWith();
    live.onText(answer);
    assert.deepEqual(answerSources(live), { citations: null, links: null });
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'Documents of the operator are looked into where the client has none',
    file: 'src/core/turn/turn-sources.ts',
    replace: '!client.has(turn.agent.slug) && !operator.has(turn.agent.slug)',
    by: '!client.has(turn.agent.slug)',
  },
  {
    rule: 'A turn without documents searches nothing',
    file: 'src/core/turn/turn-sources.ts',
    replace: 'if (!client.has(turn.agent.slug) && !operator.has(turn.agent.slug)) return noSources;',
    by: 'void [client, operator];',
  },
  {
    rule: 'A document that a model was offered was used',
    file: 'src/core/turn/turn-sources.ts',
    replace: '    noteUse(knowledge, offer, used);\n',
    by: '',
  },
  {
    rule: 'A document was used in the corpus of its owner',
    file: 'src/core/turn/turn-sources.ts',
    replace: 'corpora.find((each) => each.source === source)',
    by: 'corpora.find(() => source !== undefined)',
  },
  {
    rule: 'The question before is one of the person, and no answer',
    file: 'src/core/turn/turn-sources.ts',
    replace: "history.find(({ role }) => role === 'user')?.content ?? null",
    by: 'history[0]?.content ?? null',
  },
  {
    rule: 'A search that fails is a step that fails',
    file: 'src/core/turn/turn-sources.ts',
    replace: "endStep(outcome === 'failed' ? 'failed' : 'done');",
    by: "endStep('done');",
  },
  {
    rule: 'Tools and steps leave less room for what came before',
    file: 'src/core/turn/turn-sources.ts',
    replace: 'windowTokens - tokensOfSteps',
    by: 'windowTokens + 0 * tokensOfSteps',
  },
  {
    rule: 'The addresses of the client’s own instructions are known',
    file: 'src/core/turn/turn-sources.ts',
    replace: "[agent.instructions, guidance?.text ?? '', instructions]",
    by: '[agent.instructions, instructions]',
  },
  {
    rule: 'The addresses of the instructions of a request are known',
    file: 'src/core/turn/turn-sources.ts',
    replace: "[agent.instructions, guidance?.text ?? '', instructions]",
    by: "[agent.instructions, guidance?.text ?? '']",
  },
  {
    rule: 'The addresses of the instructions for a Deep Dive are known',
    file: 'src/core/turn/turn-sources.ts',
    replace: '  if (deepDive) told.push(agent.deepDive.instructions);\n',
    by: '',
  },
];
