import { RequestFailed } from '#client/request-failed.ts';
import { WordedFailure } from '../state/worded-failure.ts';
import type { ToolWords } from './tools-props.ts';

/** Does the work; what a tool is refused for is said in the screen's words. */
export async function withToolWords<T>(text: ToolWords, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const words = error instanceof RequestFailed ? wordsFor(error.code, text) : null;
    throw words === null ? error : new WordedFailure(words);
  }
}

function wordsFor(code: string | null, { refusals }: ToolWords): string | null {
  switch (code) {
    case 'tool_definition_changed':
    case 'tool_schema_unsupported':
    case 'too_many_tools':
      return refusals[code];
    default:
      return null;
  }
}
