import type { ModelRequest } from '#core/models/model-provider.ts';
import { variablesOf, vendorWires } from '#wires/registry.ts';
import { citeSource } from './cite-source.ts';
import { contentWords, type Hit, type SectionSearch } from './search.ts';
import type { Section } from './sections.ts';

const NOTICE =
  "No model is configured, so this is Parley's offline demo: it searches Parley's own documentation and knows nothing else.";

const NOTICE_OF_SOURCE =
  "No model is configured, so this is Parley's offline demo: it quotes the sentence of your documents that fits best.";

const alternatives = new Intl.ListFormat('en', { type: 'disjunction' });
const keys = vendorWires.map(({ name }) => `\`${variablesOf(name).apiKey}\``);

const HOW_TO_CONFIGURE =
  `For real answers set ${alternatives.format(keys)}, or ` +
  `\`${variablesOf('openai').baseUrl}\` for any OpenAI-compatible server, and start Parley again.`;

const suggestions =
  'Try:\n\n- What is a job?\n- How are quotas counted, and what is refunded?\n- How do I put the chat on my page?';

/** A follow-up with no more words than this is searched together with the question before it. */
const SHORT_QUESTION_WORDS = 3;

/** Writes the demo's answer to the last question, in Markdown: what its tools say, else what it finds. */
export function composeAnswer(
  request: ModelRequest,
  search: SectionSearch,
  ofTools: readonly string[],
): string {
  const { messages, effort } = request;
  const thorough = effort !== undefined;
  const words = searchWords(messages);
  const cited = ofTools.length > 0 ? null : citeSource(request, words);
  if (cited !== null) return [NOTICE_OF_SOURCE, cited, '---', HOW_TO_CONFIGURE].join('\n\n');
  const hits = search.find(words, thorough ? 8 : 4);
  const parts =
    ofTools.length > 0
      ? ofTools
      : words.length === 0
        ? introduction()
        : hits.length === 0
          ? nothingFound()
          : thorough
            ? thoroughAnswer(hits)
            : shortAnswer(hits);
  return [NOTICE, ...parts, '---', HOW_TO_CONFIGURE].join('\n\n');
}

/** The words of the question; those of the question before a short one count half. */
function searchWords(messages: ModelRequest['messages']): string[] {
  const questions = messages.flatMap((message) => (message.role === 'user' ? [message.content] : []));
  const words = contentWords(questions.at(-1) ?? '');
  if (words.length > SHORT_QUESTION_WORDS) return words;
  return [...words, ...words, ...contentWords(questions.at(-2) ?? '')];
}

/** The answer to a question without a subject: "What can you do?", "Hello". */
function introduction(): string[] {
  return [
    'I answer questions about this service: its API, jobs, quotas, hosted pages, embedding, and running it.',
    suggestions,
    'Ask a follow-up, stop an answer, rate it, or ask for another version: everything but the model is real.',
  ];
}

function nothingFound(): string[] {
  return ['The documentation has nothing on that.', suggestions];
}

/** A definition is a sentence, so the passage after it is included. */
function shortAnswer(hits: readonly Hit[]): string[] {
  const quotes = hits[0]?.section.isDefinition ? 2 : 1;
  const further = hits.slice(quotes, quotes + 2).map(({ section }) => `- ${citation(section)}`);
  return [
    ...hits
      .slice(0, quotes)
      .flatMap(({ section }) => [excerpt(section.text, 900), `Source: ${citation(section)}`]),
    ...(further.length > 0 ? [`See also:\n\n${further.join('\n')}`] : []),
  ];
}

function thoroughAnswer(hits: readonly Hit[]): string[] {
  const quoted = hits.slice(0, 4).map(({ section }) => {
    const quote = excerpt(section.text, 1_600).replace(/^/gm, '> ');
    return `### ${section.heading}\n\n${quote}\n\nSource: ${citation(section)}`;
  });
  const further = hits.slice(4).map(({ section }) => `- ${citation(section)}`);
  return [
    `The ${quoted.length === 1 ? 'passage' : `${quoted.length} passages`} of the documentation that fit best:`,
    ...quoted,
    ...(further.length > 0 ? [`Further passages:\n\n${further.join('\n')}`] : []),
  ];
}

function citation({ file, heading }: Section): string {
  return `\`${file}\`, “${heading}”`;
}

/** Whole blocks up to about `length` characters, at least the first; an open code fence is closed. */
function excerpt(text: string, length: number): string {
  let taken = '';
  // These lines lead the tests and the pages of the documentation, and the links of pictures would be dead.
  const prose = text.replace(/^(?:<!--.*-->|\*Needs .+\*)\n*|(?:^\|.*\n)*^.*!\[.*\n(?:^\|.*\n)*/gm, '');
  for (const block of prose.split(/\n{2,}/)) {
    if (taken !== '' && taken.length + block.length > length) break;
    taken += taken === '' ? block : `\n\n${block}`;
  }
  const fences = taken.match(/^\s*```/gm)?.length ?? 0;
  // Info strings after a fence's language are for the tests that run the code.
  const shown = taken.replace(/^(\s*```\w+) .*$/gm, '$1');
  return fences % 2 === 1 ? `${shown}\n\`\`\`` : shown;
}
