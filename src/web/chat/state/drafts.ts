import { signal } from '@preact/signals';

const prefix = 'parley-draft:';

/**
 * Unsent text, by conversation. A page keeps it over a reload or a sign-in; a frame keeps it in memory only, because
 * its next user may be another person.
 */
export function createDrafts(persistent: boolean) {
  const kept = new Map<string, string>();
  const draft = signal('');
  let key = '';

  function store(): void {
    if (draft.value === '') kept.delete(key);
    else kept.set(key, draft.value);
    if (persistent) storeValue(prefix + key, draft.value);
  }

  return {
    draft,
    write(value: string): void {
      draft.value = value;
      store();
    },
    /** Switches to the draft of another conversation, or of a new one. */
    turnTo(uuid: string | null): void {
      key = uuid ?? 'new';
      draft.value = kept.get(key) ?? (persistent ? readValue(prefix + key) : '');
    },
    /** The new conversation is stored now, and the draft belongs to it. */
    adopt(uuid: string): void {
      const value = draft.value;
      draft.value = '';
      store();
      key = uuid;
      draft.value = value;
      store();
    },
  };
}

export type Drafts = ReturnType<typeof createDrafts>;

function storeValue(name: string, value: string): void {
  try {
    if (value === '') sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, value);
  } catch {
    // Without storage a draft lasts as long as the page.
  }
}

function readValue(name: string): string {
  try {
    return sessionStorage.getItem(name) ?? '';
  } catch {
    return '';
  }
}
