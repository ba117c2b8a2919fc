import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SearchIndex } from '#http/documentation/search-index.ts';
import type { Break } from '#test/break.ts';

const entry = (address: string, title: string, text = '', names: readonly string[] = []) => ({
  address,
  page: 'Guide',
  title,
  names,
  text,
});

const index = new SearchIndex([
  entry('/docs/streaming', 'Streaming', 'A job is mentioned here, and jobs again: jobs, jobs, jobs, jobs.'),
  entry('/docs/streaming#jobs', 'Follow jobs', 'Every stream is a job.'),
  entry('/docs/sdk#jobs', 'Jobs', 'Jobs of the client: jobs, jobs, jobs, jobs.'),
  entry('/docs/priority', 'Jobs and priority', 'Jobs again.'),
  entry('/docs/jobs', 'Jobs', 'A prompt that waits in a queue.'),
  entry('/docs/reference/jobs#createJob', 'Ask, and queue the answer', 'Takes a body.', [
    'createJob',
    'post /v1/jobs',
  ]),
  entry('/docs/errors#queue_full', 'queue_full', 'The queue is full: try again later.'),
]);

const found = (query: string) => index.find(query).map(({ address }) => address);

test('an exact title comes first, however often others say the word', () => {
  assert.equal(found('Jobs')[0], '/docs/jobs');
  assert.equal(found('jobs ')[0], '/docs/jobs');
});

test('the name of an operation or a code is as good as a title', () => {
  assert.equal(found('POST /v1/jobs')[0], '/docs/reference/jobs#createJob');
  assert.equal(found('createjob')[0], '/docs/reference/jobs#createJob');
  assert.equal(found('queue_full')[0], '/docs/errors#queue_full');
});

test('the beginning of a word is enough', () => {
  assert.equal(found('strea')[0], '/docs/streaming');
});

test('what has more of the words comes first, and what has little of them is left out', () => {
  assert.deepEqual(found('queue again later'), ['/docs/errors#queue_full']);
  assert.deepEqual(found('queue prompt waits later'), ['/docs/jobs', '/docs/errors#queue_full']);
  assert.ok(found('queue zebra').includes('/docs/errors#queue_full'));
  assert.deepEqual(found('zebra'), []);
});

test('a question is searched for the words that say what it is about', () => {
  assert.equal(found('how do I get the queue to try again later?')[0], '/docs/errors#queue_full');
  assert.equal(found('what can I do about prompts')[0], '/docs/jobs');
  assert.deepEqual(found('is there a zebra'), []);
});

test('a word is found where one begins, not inside others', () => {
  assert.deepEqual(found('ream'), []);
  assert.equal(found('full')[0], '/docs/errors#queue_full');
});

test('nothing is found for nothing, and for signs alone', () => {
  for (const query of ['', '   ', '<>&"', '\u{1F600}']) assert.deepEqual(found(query), [], query);
});

test('an excerpt marks what was found, in the words of the text', () => {
  const [first] = index.find('waits');
  assert.deepEqual(first?.excerpt, [
    { text: 'A prompt that ', found: false },
    { text: 'waits', found: true },
    { text: ' in a queue.', found: false },
  ]);
});

export const breaks: readonly Break[] = [
  {
    rule: 'A search finds an exact title first',
    file: 'src/http/documentation/search-index.ts',
    replace: "'#') ? 1_000 : 1_500;",
    by: "'#') ? 0 : 0;",
  },
  {
    rule: 'A search leaves out what has little of what is asked for',
    file: 'src/http/documentation/search-index.ts',
    replace: 'matched >= best / 2',
    by: 'matched >= best / 99',
  },
  {
    rule: 'A search does not ask that every word is found',
    file: 'src/http/documentation/search-index.ts',
    replace: 'matched > 0 && matched',
    by: 'matched === best && matched',
  },
  {
    rule: 'A search passes over words that say nothing',
    file: 'src/http/documentation/search-index.ts',
    replace: '!stopWords.has(word)',
    by: 'stopWords.size > 0',
  },
  {
    rule: 'A search finds words by their beginnings only',
    file: 'src/http/documentation/search-index.ts',
    replace: 'if (!insideWord.test(',
    by: 'if (insideWord.global || !/^$/.test(',
  },
];
