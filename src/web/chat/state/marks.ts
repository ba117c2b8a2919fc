import { signal } from '@preact/signals';

/** `running`: its answer is being written. `unread`: it has ended since, while another conversation was shown. */
export type Mark = 'running' | 'unread';

/** The marks of conversations in the lists, by uuid. */
const marks = signal<ReadonlyMap<string, Mark>>(new Map());

export function markOf(uuid: string): Mark | undefined {
  return marks.value.get(uuid);
}

export function setMark(uuid: string, mark: Mark | null): void {
  const next = new Map(marks.peek());
  if (mark === null) next.delete(uuid);
  else next.set(uuid, mark);
  marks.value = next;
}

/** The reader has it in view. */
export function setRead(uuid: string): void {
  if (marks.peek().get(uuid) === 'unread') setMark(uuid, null);
}
