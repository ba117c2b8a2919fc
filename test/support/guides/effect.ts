import type { Json } from '../reading/json.ts';

/** What the service keeps of what a program did for `user-1`, apart from ids and times. */
export interface Effect {
  /** Agent and title of each conversation that it began. */
  readonly began: readonly string[];
  readonly priority: number;
  readonly deepDive: number;
}

interface State {
  readonly conversations: ReadonlyMap<string, string>;
  readonly priority: number;
  readonly deepDive: number;
}

/** What was kept for a key when the program before had ended: each key is used by one program at a time. */
const kept = new Map<string, State>();

/** Requests are left out: whether a job is cancelled before it runs, and costs nothing then, is a race. */
export async function effectOf<T>(
  environment: Readonly<Record<string, string>>,
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly effect: Effect }> {
  const { PARLEY_KEY = '' } = environment;
  const before = kept.get(PARLEY_KEY) ?? (await readState(environment));
  const result = await work();
  const after = await readState(environment);
  kept.set(PARLEY_KEY, after);
  const began = [...after.conversations].filter(([uuid]) => !before.conversations.has(uuid));
  const effect = {
    began: began.map(([, conversation]) => conversation).sort(),
    priority: after.priority - before.priority,
    deepDive: after.deepDive - before.deepDive,
  };
  return { result, effect };
}

async function readState({ PARLEY_URL = '', PARLEY_KEY = '' }: Readonly<Record<string, string>>) {
  const read = async (path: string): Promise<Json> => {
    const headers = { Authorization: `Bearer ${PARLEY_KEY}` };
    const response = await fetch(`${PARLEY_URL}/${path}external_user_id=user-1`, { headers });
    if (!response.ok) throw new Error(`${path} was answered with ${response.status}`);
    return JSON.parse(await response.text());
  };
  const [listed, used] = await Promise.all([read('conversations?limit=100&'), read('usage?')]);
  const conversations =
    listed['data']?.map?.((each): [string, string] => [
      String(each['conversation_uuid']),
      `${each['agent_slug']}: ${each['title']}`,
    ]) ?? [];
  const state: State = {
    conversations: new Map(conversations),
    priority: Number(used['usage']?.['priority']?.['used']),
    deepDive: Number(used['usage']?.['deep_dive']?.['used']),
  };
  return state;
}
