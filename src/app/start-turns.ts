import { getHeapStatistics } from 'node:v8';
import type { Log } from '#adapters/log.ts';
import { createModelRegistry } from '#adapters/models/registry.ts';
import { PostgresClientStore } from '#adapters/postgres/administration/client-store.ts';
import { PostgresTitleStore } from '#adapters/postgres/conversations/title-store.ts';
import { isOutOfReach } from '#adapters/postgres/database/database-errors.ts';
import { PostgresProcessReportStore } from '#adapters/postgres/numbers/process-report-store.ts';
import { PostgresStoredNumbers } from '#adapters/postgres/numbers/stored-numbers.ts';
import { PostgresErasureStore } from '#adapters/postgres/people/erasure-store.ts';
import { PostgresRetentionStore } from '#adapters/postgres/people/retention-store.ts';
import { PostgresDueWorkStore } from '#adapters/postgres/turns/due-work-store.ts';
import { PostgresReaderNoticeStore } from '#adapters/postgres/turns/turn-readers.ts';
import { PostgresTurnStore } from '#adapters/postgres/turns/turn-store.ts';
import { BossLaneNotifier } from '#adapters/queue/lane-notifier.ts';
import type { Config } from '#config';
import type { Lane } from '#contract/jobs.ts';
import type { SafetyIdentifiers } from '#core/identity/safety-identifiers.ts';
import { ReaderSlots } from '#core/jobs/reader-slots.ts';
import { createTurnReading, type TurnReading } from '#core/jobs/turn-reading.ts';
import { Circuits } from '#core/models/circuit.ts';
import type { ConfiguredModels } from '#core/models/client-models.ts';
import { ProcessReporter } from '#core/numbers/process-reporter.ts';
import type { StoredNumbers } from '#core/numbers/stored-numbers.ts';
import { PeopleChores } from '#core/people/people-chores.ts';
import type { Pace } from '#core/turn/eta.ts';
import { DueWorkWatch } from '#core/turn/process/due-work.ts';
import { historyBytesOf } from '#core/turn/prompt.ts';
import type { StepOptions } from '#core/turn/step-run.ts';
import { TitleWriter } from '#core/turn/title-writer.ts';
import { TurnProcess } from '#core/turn/turn-process.ts';
import type { TurnStore } from '#core/turn/turn-store.ts';
import type { AdmissionTelemetry } from '#core/turn/turn-telemetry.ts';
import { JobWorker } from '#worker/job-worker.ts';
import { collectGauges } from './collect-gauges.ts';
import { configuredModels, modelSettingsOf } from './model-settings.ts';
import type { OpenDatabase } from './open-database.ts';
import type { OpenKnowledge } from './open-knowledge.ts';
import type { OpenTelemetry } from './open-telemetry.ts';
import { version } from './version.ts';

/** Shared by all readers of turns in this process. */
const readerConnections = 3;
/** For the operator's numbers, which must neither wait for requests nor take their connections. */
const reportConnections = 2;
const reportLimits = { statementTimeoutMs: 2_000 };

/** Answers that wait to be stored pause their providers beyond this. */
const mostTextBytes = 64 * 1024 * 1024;
/** The part of V8's heap limit in which no text stays: three semi-spaces. */
const youngBytes = 3 * 64 * 1024 * 1024;

/** The parts that answer prompts in this process. */
export interface Turns extends AsyncDisposable {
  readonly turns: TurnStore;
  readonly process: TurnProcess;
  /** What readers on one kind of host share with all others. */
  readingOn(host: string): TurnReading;
  /** Waiting readers by kind of host. */
  waitingReaders(): ReadonlyMap<string, number>;
  /** The job slots of this process. */
  slotsOf(lane: Lane): { readonly busy: number; readonly free: number };
  /** The stored numbers of all processes, read on connections of their own. */
  readonly reports: StoredNumbers;
  readonly admissionTelemetry: AdmissionTelemetry;
  readonly models: ConfiguredModels;
  readonly circuits: Circuits;
  readonly identifiers: SafetyIdentifiers;
  readonly knowledge: OpenKnowledge;
  /** The speed of jobs and the number of running ones, over all processes. */
  pace(): Pace;
  /** Called when a job may be waiting; does nothing in a process without a worker. */
  wake(): void;
  /** What waits for any process. */
  readonly work: Pick<DueWorkWatch, 'onDue'>;
  /** Takes no more jobs; once no more streams come, waits for what runs, at most for the drain limit. */
  drain(announced: Promise<void>): Promise<void>;
}

export interface TurnTools {
  readonly telemetry: OpenTelemetry;
  readonly identifiers: SafetyIdentifiers;
  readonly knowledge: OpenKnowledge;
  readonly steps: StepOptions;
  readonly log: Log;
}

export async function startTurns(
  config: Config,
  opened: OpenDatabase,
  { telemetry, identifiers, knowledge, steps, log }: TurnTools,
): Promise<Turns> {
  const { database, connection, connect, state } = opened;
  await using parts = new AsyncDisposableStack();
  const onError = (what: string, error: unknown) => {
    if (isOutOfReach(error)) state.failed(error);
    else log.error({ error }, `${what} failed`);
  };
  const notifier = parts.use(
    await BossLaneNotifier.start({ ...connection, onError: (error) => onError('The queue', error) }),
  );
  const models = parts.use(createModelRegistry(modelSettingsOf(config)));
  const configured = { ...configuredModels(config, models.providers), identifiers };
  const circuits = new Circuits();
  const readers = connect(readerConnections);
  const turns = new PostgresTurnStore(database, notifier, {
    readers,
    heartbeats: connect(1),
    onSettled: (turn) => telemetry.turns.settled(turn),
    onBatch: (size) => telemetry.turns.admittedBatch(size),
  });
  const noticeStore = new PostgresReaderNoticeStore(readers);
  const readerSlots = new ReaderSlots();
  const { readingPaceMs } = config.limits;
  const reading = parts.use(
    createTurnReading({ turns, noticeStore, readingPaceMs, slots: readerSlots, onError }),
  );
  const slots = config.roles.has('worker') ? config.workerSlots : 0;
  const { queueTtlMs, turnMs, drainMs } = config.limits;
  const historyBytes = historyBytesOf(
    models.providers.flatMap((each) => each.models.map(({ windowTokens }) => windowTokens)),
  );
  const titles: TitleWriter | null =
    config.titles === 'first_words'
      ? null
      : parts.use(
          new TitleWriter({
            ...configured,
            store: new PostgresTitleStore(database),
            isBusy: () => process.running.count >= config.workerSlots,
            onEnd: (turn, title) => telemetry.turns.titled(turn, title),
          }),
        );
  const runner = {
    ...configured,
    telemetry: telemetry.turns,
    turns,
    circuits,
    knowledge,
    turnMs,
    finishMs: 60_000,
    titles,
    steps,
  };
  const onBeat = () => {
    state.beat();
    reporter.runIfDue();
    knowledge.used.runIfDue();
  };
  const process: TurnProcess = parts.use(
    new TurnProcess({
      turns,
      slots,
      queueTtlMs,
      historyBytes,
      textBytes: textBytes(),
      onError,
      onBeat,
      runner,
    }),
  );
  const reporter = parts.use(
    new ProcessReporter({
      store: new PostgresProcessReportStore(database),
      counts: telemetry.counts,
      processId: () => process.id,
      running: () => process.running.all(),
      state: () => processState(),
      onError,
    }),
  );
  const clients = new PostgresClientStore(database);
  const traceOf = (clientId: number, turnId: string) => turns.traceOf(clientId, turnId);
  const worker =
    slots > 0
      ? new JobWorker({
          turns,
          clients,
          process,
          slots,
          onError,
          telemetry: telemetry.turns,
          ...(telemetry.hasTraces && { traceOf }),
        })
      : null;
  const processState = () => ({
    version,
    roles: [...config.roles],
    streams: telemetry.requests.streams,
    running: process.running.count,
    busySlots: worker?.busySlots ?? 0,
    circuits: Object.fromEntries(models.providers.map(({ id }) => [id, circuits.status(id)])),
  });
  await process.start();
  if (worker !== null) {
    notifier.listen({ hasFreeSlot: (lane) => worker.hasFreeSlot(lane), onNotification: () => worker.wake() });
  }
  const work = parts.use(
    new DueWorkWatch({
      store: new PostgresDueWorkStore(database),
      processId: () => process.id,
      queueTtlMs,
      onError,
    }),
  );
  const reports = new PostgresStoredNumbers(connect(reportConnections, reportLimits));
  const chores = parts.use(
    new PeopleChores({
      erasures: new PostgresErasureStore(database),
      retention: new PostgresRetentionStore(database),
      onError,
    }),
  );
  work.onDue((due) => {
    process.workIsDue(due);
    if (due.queued) worker?.wake();
    if (due.erasures) chores.wake();
  });
  const rest = parts.move();
  const started: Turns = {
    turns,
    process,
    circuits,
    identifiers,
    knowledge,
    reports,
    models: configured,
    admissionTelemetry: telemetry.turns,
    readingOn: (host) => ({ ...reading, readers: readerSlots.onHost(host) }),
    waitingReaders: () => readerSlots.byHost,
    slotsOf: (lane) => worker?.slotsOf(lane) ?? { busy: 0, free: 0 },
    pace: () => ({ ...process.pace, busy: work.busyElsewhere + (worker?.busySlots ?? 0) }),
    wake: () => worker?.wake(),
    work,
    drain: async (announced) => {
      await worker?.[Symbol.asyncDispose]();
      await announced;
      await process.running.drain(drainMs);
    },
    [Symbol.asyncDispose]: () => rest.disposeAsync(),
  };
  collectGauges(telemetry.metrics, opened, started, reports);
  return started;
}

/** A small heap holds less: text beyond ASCII takes twice its bytes, and what is sent to PostgreSQL is copied. */
function textBytes(): number {
  const oldBytes = getHeapStatistics().heap_size_limit - youngBytes;
  return Math.min(mostTextBytes, oldBytes / 32);
}
