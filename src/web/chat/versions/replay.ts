import type { Message } from '#contract/resources.ts';

/** A question that was replaced, and everything that was set aside with it. */
export type SetAside = readonly Message[];

/** Whether the first version is among the messages. */
export function isWhole(messages: readonly Message[], questionUuid: string): boolean {
  return replacedBy(messages, questionUuid).at(-1)?.replaces === null;
}

/** The question and those before it, newest first, as far as they are among the messages. */
function replacedBy(messages: readonly Message[], questionUuid: string): Message[] {
  const questions = new Map(messages.map((message) => [message.message_uuid, message]));
  const versions: Message[] = [];
  let next: Message | undefined = questions.get(questionUuid);
  while (next !== undefined) {
    versions.push(next);
    next = next.replaces === null ? undefined : questions.get(next.replaces);
  }
  return versions;
}

/** What followed each version when the next one replaced it. */
export function replay(messages: readonly Message[], questionUuid: string): SetAside[] {
  const versions = new Set(replacedBy(messages, questionUuid).map(({ message_uuid }) => message_uuid));
  const setAside: SetAside[] = [];
  let standing: Message[] = [];
  for (const message of messages) {
    if (message.replaces !== null) {
      const place = standing.findIndex(({ message_uuid }) => message_uuid === message.replaces);
      const replaced = place < 0 ? [] : standing.slice(place);
      if (versions.has(message.message_uuid)) setAside.push(replaced);
      standing = place < 0 ? [] : standing.slice(0, place);
    }
    standing.push(message);
  }
  return setAside;
}
