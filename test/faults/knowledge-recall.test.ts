import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { FoundSources } from '#contract/knowledge/sources.ts';
import type { Break } from '#test/break.ts';
import { type Api, openApi } from '#test/world/api.ts';
import type { Partner } from '#test/world/partner.ts';

const root = join(import.meta.dirname, '..', '..');

interface Passage {
  readonly page: string;
  readonly sentence: string;
}

interface Question {
  readonly question: string;
  readonly passages?: readonly Passage[];
}

/** Questions that share at most half of their words with the passage that answers them, and questions of other fields. */
describe('Our own documentation, as the documents of an agent', () => {
  let api: Api;
  let partner: Partner;
  before(async () => {
    api = await openApi();
    partner = await api.partner({ scopes: ['chat', 'knowledge'] });
    const pages = (await readdir(join(root, 'docs'))).filter((name) => name.endsWith('.md'));
    for (const page of pages) await put(page.replace('.md', ''), await readFile(join(root, 'docs', page)));
  });
  after(() => api[Symbol.asyncDispose]());

  async function put(id: string, bytes: Buffer): Promise<void> {
    const headers = { 'content-type': 'text/markdown' };
    const stored = await partner.request('PUT', `/agents/assistant/documents/${id}`, bytes, { headers });
    assert.equal(stored.status, 201, await stored.text());
  }

  async function find(question: string): Promise<FoundSources> {
    const { status, text } = await partner.post('/agents/assistant/sources', { q: question });
    assert.equal(status, 200, text);
    return JSON.parse(text);
  }

  it('has the answer in the best eight passages for 78 of 100 questions that hardly share its words', {
    timeout: 240_000,
  }, async (t) => {
    const missed: string[] = [];
    const places: number[] = [];
    let characters = 0;
    const questions = await questionsIn('known.json');
    for (const { question, passages = [] } of questions) {
      const { mode, data } = await find(question);
      const place = data.findIndex((part) =>
        passages.some(({ page, sentence }) => part.document_id === page && hasSentence(part.text, sentence)),
      );
      characters += data.reduce((sum, { text }) => sum + text.length, 0);
      if (place === -1) missed.push(`${mode}: ${question}`);
      else places.push(place);
    }
    const first = places.filter((place) => place === 0).length;
    const average = Math.round(characters / questions.length);
    t.diagnostic(`${places.length} of ${questions.length}, ${first} of them first, in ${average} characters`);
    t.diagnostic(missed.join('\n'));
    assert.ok(places.length >= 0.78 * questions.length, missed.join('\n'));
    assert.ok(average < 20_000, `${average} characters`);
  });

  it('says for 40 of 50 questions about other fields that nothing matches', {
    timeout: 120_000,
  }, async (t) => {
    const matched: string[] = [];
    const questions = await questionsIn('elsewhere.json');
    for (const { question } of questions) {
      const { mode, data } = await find(question);
      if (mode !== 'none') matched.push(`${question}: ${data[0]?.document_id}`);
    }
    t.diagnostic(`${questions.length - matched.length} of ${questions.length}`);
    t.diagnostic(matched.join('\n'));
    assert.ok(matched.length <= 0.2 * questions.length, matched.join('\n'));
  });
});

async function questionsIn(file: string): Promise<readonly Question[]> {
  return JSON.parse(await readFile(join(root, 'test', 'fixtures', 'questions', file), 'utf8'));
}

/** Readers of Markdown leave its marks out. */
function hasSentence(text: string, sentence: string): boolean {
  return plain(text).includes(plain(sentence));
}

function plain(markdown: string): string {
  return markdown
    .replaceAll(/\]\([^)]*\)/g, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

export const breaks: readonly Break[] = [
  {
    rule: 'A question that the documents are not about finds nothing',
    file: 'src/core/knowledge/find-knowledge.ts',
    replace: 'areAbout(terms, all, found.matched) ?',
    by: 'terms.length > 0 ?',
  },
  {
    rule: 'Parts that follow one another are one passage',
    file: 'src/core/knowledge/join-parts.ts',
    replace: 'part.place === last.place + 1;',
    by: 'part.place === last.place;',
  },
];
