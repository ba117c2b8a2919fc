import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createDemoProvider } from '#adapters/models/demo.ts';
import type { ModelMessage } from '#core/models/model-provider.ts';
import type { Break } from '#test/break.ts';
import { makeFolder } from '#test/machine/make-folder.ts';
import { ask, Heard, REQUEST } from './provider-factory.ts';

const README =
  '# Parley\n\nA chat service for partners.\n\n## Start\n\nRun `npm start` and open the console.\n';
const QUOTA = `# Quotas

## Daily limit

Each client has a daily limit of requests, which starts anew at midnight UTC.

## Refunds

A turn without text gives its request back.

\`\`\`sh
# Not a heading about elephants
curl localhost
\`\`\`

## Windows

*Needs curl.*

<!-- tabs -->

\`\`\`bash run /glass/
echo glass
\`\`\`

<!-- /tabs -->

A pane of it breaks.

- **Pane**: a sheet of glass.
`;
const HOSTED = '# Hosted pages\n\n## Launcher\n\nThe launcher script opens the chat in an iframe.\n';

describe('the demo provider', () => {
  it('says that no model is configured, and how to configure one', async () => {
    const text = await answered('What is the daily limit?');
    assert.match(text, /No model is configured/);
    for (const name of ['OPENAI_API_KEY', 'ANTHROPIC_API_KEY', 'GEMINI_API_KEY', 'OPENAI_BASE_URL']) {
      assert.match(text, new RegExp(name));
    }
  });

  it('answers from the documentation, and cites file and heading', async () => {
    const text = await answered('When does the daily limit start again?');
    assert.match(text, /midnight UTC/);
    assert.match(text, /Source: `docs\/quota\.md`, “Daily limit”/);
    assert.match(await answered('launching the iframe'), /`docs\/guides\/hosted\.md`, “Launcher”/);
    assert.match(await answered('How do I run npm start?'), /`README\.md`, “Start”/);
  });

  it('knows what a section is about from the page that it is on', async () => {
    assert.match(await answered('quotas'), /Source: `docs\/quota\.md`/);
  });

  it('does not take code for headings', async () => {
    assert.match(await answered('elephants'), /“Refunds”/);
  });

  it('quotes neither the marks of the guides nor what is meant for their tests', async () => {
    const text = await answered('What breaks a pane in Windows?');
    assert.match(text, /```bash\necho glass\n```\n\nA pane of it breaks\./);
    assert.doesNotMatch(text, /tabs|Needs|run \//);
  });

  it('says when the documentation has nothing', async () => {
    assert.match(await answered('zebra crossings'), /has nothing on that/);
  });

  it('reads a short follow-up together with the question before it', async () => {
    const follow: ModelMessage[] = [
      { role: 'user', content: 'Tell me about the launcher script' },
      { role: 'assistant', content: 'It opens the chat.' },
      { role: 'user', content: 'And why?' },
    ];
    assert.match(await answered(follow), /“Launcher”/);
    const changed = [
      ...follow.slice(0, 2),
      { role: 'user' as const, content: 'daily limit, refunds, midnight, clients' },
    ];
    assert.doesNotMatch(await answered(changed), /“Launcher”/);
  });

  it('is more thorough in a Deep Dive', async () => {
    const plain = await answered('requests, limits and refunds');
    const deep = await answered('requests, limits and refunds', true);
    assert.match(deep, /^> /m);
    assert.match(deep, /### Daily limit[\s\S]*### Refunds|### Refunds[\s\S]*### Daily limit/);
    assert.ok(deep.length > plain.length);
  });

  it('types like a model, stops at an abort and honours a pause', async () => {
    await using docs = await documentation();
    const provider = createDemoProvider({ root: docs.root, paceMs: 1 });
    const stop = new AbortController();
    const heard = new Heard();
    const answer = provider.stream(REQUEST, heard, stop.signal);
    await heard.until((text) => text.length > 20);
    heard.call?.pause();
    const held = heard.text;
    // Another answer is written completely in the meantime.
    assert.ok((await ask(provider)).texts.length > 10);
    assert.equal(heard.text, held);
    heard.call?.resume();
    await heard.until((text) => text.length > held.length);
    stop.abort('enough');
    assert.equal(await answer.catch((error: unknown) => error), 'enough');
  });

  it('quotes the document that fits best, with its mark, wherever the prompt has it', async () => {
    await using docs = await documentation();
    const provider = createDemoProvider({ root: docs.root, paceMs: 1 });
    const sources = [
      '[1] Opening hours\nThe shop opens at 9.\n\n[7] is a table of its own.',
      '[2] Returns > Time\nWe are glad of each order. You can return an order within 30 days. We refund it.',
    ].join('\n\n');
    const text = `Look. <sources 0af3>\n${sources}\n</sources 0af3>`;
    const question: ModelMessage = { role: 'user', content: 'How long can I return an order?' };
    const asked = [
      { messages: [{ ...question, context: text }] },
      { instructions: { stable: text, personal: '' }, messages: [question] },
    ];
    for (const request of asked) {
      const answer = await ask(provider, request);
      assert.match(answer.text, /\n\nYou can return an order within 30 days\. \[2\]\n\n/);
    }
    const other: ModelMessage = { role: 'user', content: 'When does the daily limit start again?' };
    assert.match((await ask(provider, { messages: [{ ...other, context: text }] })).text, /midnight UTC/);
  });

  it('introduces itself to a question without a subject', async () => {
    for (const question of ['What can you do?', 'Hello', 'And then?']) {
      assert.match(await answered(question), /I answer questions about this service[\s\S]*- What is a job\?/);
    }
  });

  it('begins with the definition of what was asked for, where there is one', async () => {
    const text = await answered('What is a pane?');
    assert.match(
      text,
      /\n\n\*\*Pane\*\*: a sheet of glass\.\n\nSource: `docs\/quota\.md`, “Pane”\n\n[\s\S]*Source: /,
    );
    assert.doesNotMatch(await answered('What is glass?'), /“Pane”/, 'a definition of something else');
  });

  it('has something to say to every question of README and of the guides', async () => {
    const provider = createDemoProvider({ paceMs: 1 });
    const questions = questionsOf(['README.md', ...globSync('docs/*.md', { cwd: root })]);
    assert.ok(questions.size > 10);
    for (const question of questions) {
      const { text } = await ask(provider, { messages: [{ role: 'user', content: question }] });
      assert.doesNotMatch(text, /has nothing on that/, question);
      const [, subject] = /^What is an? (\w+)\?$/.exec(question) ?? [];
      if (subject === undefined) continue;
      assert.match(text, new RegExp(`\\*\\*${subject}\\*\\*: `, 'i'), question);
    }
  });

  it('knows the documentation that it is shipped with', async () => {
    const asked = await ask(createDemoProvider({ paceMs: 1 }), {
      messages: [{ role: 'user', content: 'How are quotas counted?' }],
    });
    assert.equal(asked.result?.finishReason, 'stop');
    assert.match(asked.text, /Source: `(README|docs\/.+)\.md`/);
  });
});

describe('tokens of the demo provider', () => {
  const provider = createDemoProvider({ root: fileURLToPath(new URL('.', import.meta.url)), paceMs: 1 });
  const instructions = { stable: 'x'.repeat(400), personal: '' };
  const question: ModelMessage = { role: 'user', content: 'q'.repeat(40) };
  const answer: ModelMessage = { role: 'assistant', content: 'a'.repeat(80) };

  it('of a first question are written to a cache', async () => {
    const { result, text } = await ask(provider, { instructions, messages: [question] });
    assert.deepEqual(result, {
      finishReason: 'stop',
      inputTokens: 110,
      cacheReadTokens: 0,
      cacheWriteTokens: 110,
      outputTokens: Math.ceil(text.length / 4),
    });
  });

  it('of a later question come from the cache, but for its last answer and itself', async () => {
    const { result } = await ask(provider, { instructions, messages: [question, answer, question] });
    assert.deepEqual(
      [result?.inputTokens, result?.cacheReadTokens, result?.cacheWriteTokens],
      [140, 110, 30],
    );
  });
});

const root = fileURLToPath(new URL('../../../', import.meta.url));

function questionsOf(files: readonly string[]): ReadonlySet<string> {
  const texts = files.map((file) => readFileSync(join(root, file), 'utf8'));
  const prompts = /["']?prompt["']?\s*(?::|=>)\s*(["'])(.+?)\1/g;
  return new Set(texts.flatMap((text) => [...text.matchAll(prompts)].map(([, , question = '']) => question)));
}

async function answered(question: string | readonly ModelMessage[], deepDive = false): Promise<string> {
  await using docs = await documentation();
  const messages = typeof question === 'string' ? [{ role: 'user' as const, content: question }] : question;
  const provider = createDemoProvider({ root: docs.root, paceMs: 1 });
  return (await ask(provider, { messages, effort: deepDive ? 'high' : undefined })).text;
}

async function documentation(): Promise<AsyncDisposable & { readonly root: string }> {
  const root = makeFolder('parley-demo-');
  await mkdir(join(root, 'docs', 'guides'), { recursive: true });
  await writeFile(join(root, 'README.md'), README);
  await writeFile(join(root, 'docs', 'quota.md'), QUOTA);
  await writeFile(join(root, 'docs', 'guides', 'hosted.md'), HOSTED);
  return { root, [Symbol.asyncDispose]: () => rm(root, { recursive: true }) };
}

export const breaks: readonly Break[] = [
  {
    rule: 'The demo cites the document that it quotes',
    file: 'src/adapters/models/demo/cite-source.ts',
    replace: 'const { file: mark, text } = hit.section;',
    by: "const { file: mark, text } = { ...hit.section, file: '[1]' };",
  },
  {
    rule: 'The demo introduces itself to a question without a subject',
    file: 'src/adapters/models/demo/compose-answer.ts',
    replace: 'words.length === 0',
    by: 'words.length < 0',
  },
  {
    rule: 'What the demo has read before comes from a cache',
    file: 'src/adapters/models/demo/demo-tokens.ts',
    replace: 'sizes.slice(0, -2)',
    by: 'sizes.slice(0, -1)',
  },
  {
    rule: 'A definition answers only who asks for its term',
    file: 'src/adapters/models/demo/search.ts',
    replace: 'isAskedFor(heading, words) ?',
    by: 'true ?',
  },
  {
    rule: 'A definition comes with the passage after it',
    file: 'src/adapters/models/demo/compose-answer.ts',
    replace: 'hits[0]?.section.isDefinition ? 2 : 1',
    by: '1',
  },
];
