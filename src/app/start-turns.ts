import type { Log } from '#adapters/log.ts';
import { createModelRegistry } from '#adapters/models/registry.ts';
import { PostgresClientStore } from '#adapters/postgres/administration/client-store.ts';
import { isOutOfReach } from '#adapters/postgres/database/database-errors.ts';
import { BusySlotsElsewhere } from '#adapters/postgres/turns/busy-slots.ts';
import { PostgresReaderNoticeStore } from '#adapters/postgres/turns/turn-readers.ts';
import { PostgresTurnStore } from '#adapters/postgres/turns/turn-store.ts';
import { BossLaneNotifier } from '#adapters/queue/lane-notifier.ts';
import type { Config } from '#config';
import { createTurnReading, type TurnReading } from '#core/jobs/turn-reading.ts';
import { Circuits } from '#core/models/circuit.ts';
import type { ConfiguredModels } from '#core/models/client-models.ts';
import type { ModelProvider } from '#core/models/model-provider.ts';
import type { Pace } from '#core/turn/eta.ts';
import { historyBytesOf } from '#core/turn/prompt.ts';
import type { TurnRunner } from '#core/turn/run-turn.ts';
import { TurnProcess } from '#core/turn/turn-process.ts';
import type { TurnStore } from '#core/turn/turn-store.ts';
import { JobWorker } from '#worker/job-worker.ts';
import { modelSettingsOf, referenceOf } from './model-settings.ts';
import type { OpenDatabase } from './open-database.ts';

/** Shared by all readers of turns in this process. */
const readerConnections = 3;

/** The parts that answer prompts in this process. */
export interface Turns extends AsyncDisposable {
  readonly turns: TurnStore;
  readonly process: TurnProcess;
  readonly reading: TurnReading;
  readonly models: ConfiguredModels;
  readonly circuits: Circuits;
  /** The speed of jobs and the number of running ones, over all processes. */
  pace(): Pace;
  /** Called when a job may be waiting; does nothing in a process without a worker. */
  wake(): void;
  /** Takes no more jobs, and waits for the running ones, at most for the drain limit. */
  drain(): Promise<void>;
}

export async function startTurns(
  config: Config,
  { database, connection, connect, state }: OpenDatabase,
  log: Log,
): Promise<Turns> {
  await using parts = new AsyncDisposableStack();
  const onError = (what: string, error: unknown) => {
    if (isOutOfReach(error)) state.failed(error);
    else log.error({ error }, `${what} failed`);
  };
  const notifier = parts.use(
    await BossLaneNotifier.start({ ...connection, onError: (error) => onError('The queue', error) }),
  );
  const models = parts.use(createModelRegistry(modelSettingsOf(config)));
  const configured = configuredModels(config, models.providers);
  const circuits = new Circuits();
  const readers = connect(readerConnections);
  const turns = new PostgresTurnStore(database, notifier, { readers, heartbeats: connect(1) });
  const noticeStore = new PostgresReaderNoticeStore(readers);
  const reading = parts.use(
    createTurnReading({ turns, noticeStore, readingPaceMs: config.limits.readingPaceMs, onError }),
  );
  const slots = config.roles.has('worker') ? config.workerSlots : 0;
  const { queueTtlMs, turnMs, drainMs } = config.limits;
  const historyBytes = historyBytesOf(
    models.providers.flatMap((each) => each.models.map(({ windowTokens }) => windowTokens)),
  );
  const runner = { ...configured, ...turnEvents(log), turns, circuits, turnMs, finishMs: 60_000 };
  const onBeat = () => state.beat();
  const process = parts.use(
    new TurnProcess({ turns, slots, queueTtlMs, historyBytes, onError, onBeat, runner }),
  );
  await process.start();
  const clients = new PostgresClientStore(database);
  const worker = slots > 0 ? new JobWorker({ turns, clients, process, slots, onError }) : null;
  if (worker !== null) {
    notifier.listen({ hasFreeSlot: (lane) => worker.hasFreeSlot(lane), onNotification: () => worker.wake() });
  }
  const elsewhere = parts.use(new BusySlotsElsewhere(database, () => process.id));
  const rest = parts.move();
  return {
    turns,
    process,
    reading,
    circuits,
    models: configured,
    pace: () => ({ ...process.pace, busy: elsewhere.count + (worker?.busySlots ?? 0) }),
    wake: () => worker?.wake(),
    drain: async () => {
      await worker?.[Symbol.asyncDispose]();
      await process.drain(drainMs);
    },
    [Symbol.asyncDispose]: () => rest.disposeAsync(),
  };
}

function configuredModels(
  { defaultModel, fallback }: Config,
  providers: readonly ModelProvider[],
): ConfiguredModels {
  return {
    providers,
    defaultModel: defaultModel === null ? null : referenceOf(defaultModel),
    fallback: fallback.map(referenceOf),
  };
}

/** What the log records about turns: never their text. */
function turnEvents(log: Log): Pick<TurnRunner, 'onModelFailure' | 'onEnd' | 'onFault' | 'onStaleWrite'> {
  return {
    onModelFailure: (turn, { providerId: provider, model, error }) =>
      log.warn(
        { turn: turn.id, provider, model, kind: error.kind, error: error.message },
        'A provider failed',
      ),
    onEnd: (turn, end, bytes) => log.debug({ turn: turn.id, end, bytes }, 'A turn ended'),
    onFault: (turn, error) => log.error({ turn: turn.id, error }, 'A turn failed'),
    onStaleWrite: (write, count) => log.warn({ write, count }, 'Writes of a lost attempt were refused'),
  };
}
