import { RequestFailed } from '#client/request-failed.ts';
import { WordedFailure } from '../state/worded-failure.ts';
import type { ToolWords } from './tools-props.ts';

/** Does the work; what a tool is refused for is said in the screen's words. */
export async function withToolWords<T>(text: ToolWords, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const words = error instanceof RequestFailed ? wordsFor(error, text) : null;
    throw words === null ? error : new WordedFailure(words);
  }
}

function wordsFor({ code, problem }: RequestFailed, { refusals, nameTaken }: ToolWords): string | null {
  switch (code) {
    case 'already_exists':
      return nameTaken;
    case 'tool_definition_changed':
    case 'tool_schema_unsupported':
    case 'too_many_tools':
      return refusals[code];
    case 'validation_error': {
      const pointer = problem?.errors?.[0]?.pointer ?? '';
      const [, argument] = /^\/arguments\/(.+)/.exec(pointer) ?? [];
      if (argument !== undefined) return refusals.argument(argument);
      return pointer === '/confirm' ? refusals.question : null;
    }
    default:
      return null;
  }
}

/** Why there is no result. What the system calls it, such as `ECONNREFUSED`, is the same in every language. */
export function wordsForCode(code: string, { failures }: ToolWords): string {
  const known: Readonly<Record<string, string>> = failures;
  return (Object.hasOwn(known, code) ? known[code] : undefined) ?? code.replace(/^http_/, 'HTTP ');
}
