import type { LiveTurn, Queue } from '#contract/console/live.ts';
import { type Actor, actorName } from '../audit/actor.ts';
import type { NewAuditEntry } from '../audit/audit.ts';
import { errors } from '../errors.ts';
import { ownerOfTurn } from '../identity/caller.ts';
import { type CancelOptions, cancelTurn } from '../jobs/cancel-turn.ts';
import { type EndedTurnStore, readEndedTurns } from '../jobs/ended-turns.ts';
import { parseModelReference } from '../models/choose-model.ts';
import type { ProcessState } from '../numbers/process-report.ts';
import { presentLanes, presentProcess } from '../screens/present-processes.ts';
import type { LiveTurnKey, LiveTurnRow, ScreenStore } from '../screens/screen-store.ts';
import { presentPage, readPage } from '../shared/list-page.ts';
import { isUuid } from '../shared/new-id.ts';
import { operation, parameter } from './operation.ts';
import { requirePeople } from './principal.ts';
import type { ScreenServices } from './screen-services.ts';

/** Stops processes, and notes in the audit log what operators do. */
export interface LiveControl {
  /** Stores the change together with its entry. False when no such process lives. */
  setDraining(processId: string, draining: boolean, entry: NewAuditEntry): Promise<boolean>;
  /** An entry by itself, for what changes nothing that is stored here: calls to providers and mail servers. */
  note(entry: NewAuditEntry): Promise<void>;
}

interface CancelServices extends CancelOptions {
  readonly screens: ScreenStore;
}

interface EndedServices {
  readonly endedTurns: EndedTurnStore;
}

interface DrainServices {
  readonly screens: ScreenStore;
  readonly control: LiveControl;
}

const ok = { ok: true } as const;

export const liveOperations = {
  getQueue: operation('getQueue', async ({ recent, screens }: ScreenServices) => ({
    body: await recent.queue.read('', () => readQueue({ screens })),
  })),
  listLiveTurns: operation('listLiveTurns', async ({ screens }: ScreenServices, { query }) => {
    const filter = { state: query.state ?? 'running', clientSlug: query.client ?? null } as const;
    const page = await readPage(
      query,
      liveTurnKey,
      ({ since, id }: LiveTurnRow) => [since, id] as const,
      (after, limit) => screens.liveTurns(filter, after, limit),
    );
    return { body: presentPage(page, presentLiveTurn) };
  }),
  listEndedTurns: operation('listEndedTurns', async ({ endedTurns }: EndedServices, { by, query }) => {
    const { client, external_user_id: user, ...filters } = query;
    if (user !== undefined) {
      requirePeople(by);
      if (client === undefined) {
        throw errors.invalidField('?client', 'is required with external_user_id', 'required');
      }
    }
    const reading = { clientSlug: client ?? null, userId: user ?? null, query: filters };
    return { body: await readEndedTurns(endedTurns, reading) };
  }),
  cancelTurn: operation('cancelTurn', async (services: CancelServices, { by, params }) => {
    const [client, uuid] = [parameter(params, 'client'), parameter(params, 'uuid').toLowerCase()];
    const holder = isUuid(uuid) ? await services.screens.holderOfTurn(client, uuid) : null;
    if (holder === null) throw errors.jobNotFound();
    const owner = ownerOfTurn(holder);
    const entry = entryOf(by.actor, 'turn.cancel', uuid, holder.clientId, { cancelled: true });
    const record = await cancelTurn(owner, uuid, services, entry);
    return { body: { ...ok, job_uuid: uuid, client, status: record.state } };
  }),
  drainProcess: operation('drainProcess', async (services: DrainServices, { by, params, body }) => {
    const id = parameter(params, 'id').toLowerCase();
    const draining = body?.draining ?? true;
    const entry = entryOf(by.actor, 'process.drain', id, null, { draining });
    const isKnown = isUuid(id) && (await services.control.setDraining(id, draining, entry));
    const found = isKnown
      ? (await services.screens.processes()).find((process) => process.id === id)
      : undefined;
    if (found === undefined) throw errors.notFound();
    return { body: { ...ok, process: presentProcess({ ...found, isDraining: draining }) } };
  }),
};

async function readQueue({ screens }: Pick<ScreenServices, 'screens'>): Promise<Queue> {
  const [lanes, processes] = await Promise.all([screens.lanes(), screens.processes()]);
  const states = processes.flatMap(({ silentSince, state }) => (silentSince === null ? (state ?? []) : []));
  const sum = (of: (state: ProcessState) => number) => states.reduce((total, state) => total + of(state), 0);
  const jobs = sum(({ busySlots }) => busySlots);
  return {
    ok: true,
    lanes: presentLanes(lanes),
    running: { jobs, streams: Math.max(0, sum(({ running }) => running) - jobs) },
    processes: processes.map(presentProcess),
  };
}

function presentLiveTurn(row: LiveTurnRow): LiveTurn {
  const reference = row.model === null ? null : parseModelReference(row.model);
  return {
    job_uuid: row.id,
    client: row.clientSlug,
    external_user_id: row.externalUserId,
    state: row.state,
    delivery: row.kind,
    lane: row.lane,
    agent: row.agentSlug,
    provider: reference?.providerId ?? null,
    model: reference?.model ?? null,
    attempt: row.attempt,
    process: row.processId,
    deep_dive: row.deepDive,
    cancelling: row.isCancelling,
    created_at: row.createdAt.toISOString(),
    started_at: row.startedAt?.toISOString() ?? null,
  };
}

function entryOf(
  actor: Actor,
  action: 'turn.cancel' | 'process.drain',
  subject: string,
  clientId: number | null,
  after: Readonly<Record<string, unknown>>,
): NewAuditEntry {
  return { clientId, actor: actorName(actor), action, subject, before: null, after };
}

function liveTurnKey(parts: readonly unknown[]): LiveTurnKey | null {
  const [since, id] = parts;
  const isKey = parts.length === 2 && Number.isSafeInteger(since) && typeof since === 'number';
  return isKey && typeof id === 'string' && isUuid(id) ? [since, id] : null;
}
