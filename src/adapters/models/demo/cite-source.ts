import type { ModelMessage, ModelRequest } from '#core/models/model-provider.ts';
import { contentWords, SectionSearch } from './search.ts';
import type { Section } from './sections.ts';

/** A block of numbered sources between two lines with the same mark. */
const block = /<sources ([0-9a-f]+)>\n([\s\S]*?)\n<\/sources \1>/;
const sentences = /[^\s.!?。！？](?:[^.!?。！？\n]|[.!?](?=\S))*[.!?。！？]*/g;

/** The sentence of the offered documents that has most of the words, and the mark that cites it; null without one. */
export function citeSource(request: ModelRequest, words: readonly string[]): string | null {
  const offered = new SectionSearch(sourcesOf(request));
  const [hit] = offered.find(words, 1);
  if (hit === undefined) return null;
  const { file: mark, text } = hit.section;
  const wanted = new Set(words);
  const found = [...text.matchAll(sentences)].map(([sentence]) => ({
    sentence: sentence.trim(),
    score: new Set(contentWords(sentence).filter((word) => wanted.has(word))).size,
  }));
  const [best] = found.sort((one, other) => other.score - one.score);
  return best === undefined ? null : `${best.sentence} ${mark}`;
}

/** In front of the question, or behind the instructions where the documents are few. */
function sourcesOf({ instructions, messages }: ModelRequest): Section[] {
  const question = messages.findLast((message): message is ModelMessage => message.role === 'user');
  const texts = [question?.context ?? '', instructions.stable];
  return texts.flatMap((text) => sectionsOf(block.exec(text)?.[2] ?? ''));
}

/** Each source begins with the next number; a number within a source is not the next one, or begins no paragraph. */
function sectionsOf(sources: string): Section[] {
  const sections: Section[] = [];
  let rest = sources;
  for (let number = 1; rest.startsWith(`[${number}] `); number++) {
    const end = rest.indexOf(`\n\n[${number + 1}] `);
    const [first = '', ...lines] = (end === -1 ? rest : rest.slice(0, end)).split('\n');
    const mark = `[${number}]`;
    const heading = first.slice(mark.length + 1);
    sections.push({ file: mark, page: '', heading, text: lines.join('\n'), isDefinition: false });
    rest = end === -1 ? '' : rest.slice(end + 2);
  }
  return sections;
}
