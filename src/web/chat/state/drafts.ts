import { signal } from '@preact/signals';

const storeAfterMs = 250;

/**
 * Unsent text, by conversation. A page keeps that of its user over a reload or a sign-in. A frame, whose user is null
 * here, keeps it in memory only, because its next user may be another person.
 */
export function createDrafts(userId: string | null) {
  const persistent = userId !== null;
  const texts = createStore(`parley-draft:${userId}:`, persistent);
  const withdrawals = createStore(`parley-withdrawn:${userId}:`, persistent);
  const draft = signal('');
  /** Changes whenever a text was put into the field that was not typed there. */
  const placed = signal(0);
  /** The question that was stopped before its first word: the text takes its place when it is sent. */
  const withdrawn = signal('');
  let key = 'new';

  function write(value: string): void {
    draft.value = value;
    texts.set(key, value);
  }

  function put(value: string): void {
    write(value);
    placed.value += 1;
  }

  return {
    draft,
    placed,
    withdrawn,
    write,
    put,
    /** Returns what could not be sent to the conversation that it was written for, before what was written since. */
    giveBack(uuid: string | null, value: string): void {
      const owner = uuid ?? 'new';
      const since = texts.get(owner);
      const whole = since === '' || since === value ? value : `${value}\n\n${since}`;
      if (owner === key) put(whole);
      else texts.set(owner, whole);
    },
    withdraw(uuid: string, questionUuid: string): void {
      withdrawals.set(uuid, questionUuid);
      if (uuid === key) withdrawn.value = questionUuid;
    },
    /** Stores the draft again, in case a sign-out in another tab has erased it. */
    keep: () => texts.set(key, draft.value),
    /** Switches to the draft of another conversation, or of a new one. */
    turnTo(uuid: string | null): void {
      key = uuid ?? 'new';
      draft.value = texts.get(key);
      withdrawn.value = withdrawals.get(key);
      placed.value += 1;
    },
    /** The new conversation is stored now, and the draft belongs to it. */
    adopt(uuid: string): void {
      texts.set(key, '');
      key = uuid;
      texts.set(key, draft.value);
    },
  };
}

export type Drafts = ReturnType<typeof createDrafts>;

function createStore(prefix: string, persistent: boolean) {
  const kept = new Map<string, string>();
  const unstored = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const store = () => {
    clearTimeout(timer);
    timer = undefined;
    for (const key of unstored) storeValue(prefix + key, kept.get(key) ?? '');
    unstored.clear();
  };
  if (persistent) addEventListener('pagehide', store);
  return {
    get: (key: string) => kept.get(key) ?? (persistent ? readValue(prefix + key) : ''),
    /** A long text is not stored with every key. */
    set(key: string, value: string): void {
      kept.set(key, value);
      if (!persistent) return;
      unstored.add(key);
      timer ??= setTimeout(store, storeAfterMs);
    },
  };
}

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
