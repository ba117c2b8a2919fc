import { createLog, type Log } from '#adapters/log.ts';
import type { Metrics } from '#adapters/telemetry/metrics.ts';
import { listenForMetrics } from '#adapters/telemetry/metrics-listener.ts';
import { createTelemetry, type Telemetry } from '#adapters/telemetry/telemetry.ts';
import { exportTraces, installTraces } from '#adapters/telemetry/trace-export.ts';
import { userNames } from '#adapters/telemetry/user-names.ts';
import type { Config } from '#config';
import { version } from './version.ts';

export interface OpenTelemetry extends Telemetry, AsyncDisposable {
  /** Spans are exported. */
  readonly hasTraces: boolean;
}

/** Starts what the configuration asks for: the listener for metrics, and the export of traces. */
export async function openTelemetry(
  config: Config,
  masterSecret: string,
  metrics: Metrics,
  log: Log,
): Promise<OpenTelemetry> {
  await using parts = new AsyncDisposableStack();
  const traces = config.tracesTo === null ? null : await exportTraces(version);
  if (traces !== null) parts.use(traces);
  else if (config.tracesTo !== null) log.warn(`Traces are not exported: run ${installTraces}`);
  const lines = createLog({ level: config.logLevel, isPlain: true });
  const nameUser = userNames(masterSecret, config.logUsers);
  const telemetry = createTelemetry({ metrics, log, lines, nameUser });
  if (config.metrics !== null) {
    const onError = (error: unknown) => log.error({ error }, 'The metrics could not be read');
    parts.use(await listenForMetrics(metrics, config.metrics, onError));
  }
  const rest = parts.move();
  return {
    ...telemetry,
    hasTraces: traces !== null,
    [Symbol.asyncDispose]: () => rest.disposeAsync(),
  };
}
