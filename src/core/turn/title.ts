import type { CheckedChatRequest } from './chat-request.ts';

const maxCharacters = 80;

/** The first title of a conversation: the first line of its first question, cut at a word. */
export function titleOf({ imported, prompt }: Pick<CheckedChatRequest, 'imported' | 'prompt'>): string {
  const question = imported.find(({ role }) => role === 'user')?.content ?? prompt ?? '';
  const line =
    question
      .trim()
      .split(/[\r\n]/, 1)[0]
      ?.replace(/\s+/g, ' ')
      .replace(/^[#>*\-\s]+/, '') ?? '';
  const characters = [...line];
  if (characters.length === 0) return 'New conversation';
  if (characters.length <= maxCharacters) return line;
  const cut = characters.slice(0, maxCharacters - 1).join('');
  const space = cut.lastIndexOf(' ');
  return `${space > maxCharacters / 2 ? cut.slice(0, space) : cut}…`;
}
