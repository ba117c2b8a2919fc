import { createLog } from '#adapters/log.ts';
import { Metrics } from '#adapters/telemetry/metrics.ts';
import { createTelemetry, type Telemetry } from '#adapters/telemetry/telemetry.ts';
import { userNames } from '#adapters/telemetry/user-names.ts';

/** The real telemetry, whose log lines go nowhere. */
export function silentTelemetry(): Telemetry {
  const log = createLog({ level: 'silent' });
  const nameUser = userNames('a master secret of the tests', false);
  return createTelemetry({ metrics: new Metrics(), log, lines: log, nameUser });
}
