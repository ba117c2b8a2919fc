const packageName = '@opentelemetry/sdk-node';

/** The command to run where traces are configured and the package is missing. */
export const installTraces = `npm install --no-save ${packageName}`;

/** Whether the package that exports traces is installed. */
export function canExportTraces(): boolean {
  try {
    import.meta.resolve(packageName);
    return true;
  } catch {
    return false;
  }
}

/**
 * Starts to export spans; the package reads the standard variables (`OTEL_…`) itself. Null when it is not installed.
 * Disposing sends what is left.
 */
export async function exportTraces(version: string): Promise<AsyncDisposable | null> {
  if (!canExportTraces()) return null;
  // The name is not a literal, because the package is not a dependency.
  const loaded: unknown = await import(packageName);
  const Sdk: unknown = isRecord(loaded) ? loaded['NodeSDK'] : null;
  if (typeof Sdk !== 'function') return null;
  const sdk: unknown = Reflect.construct(Sdk, [
    {
      serviceName: 'parley',
      serviceVersion: version,
      instrumentations: [],
      metricReaders: [],
      logRecordProcessors: [],
    },
  ]);
  if (!isRecord(sdk) || typeof sdk['start'] !== 'function' || typeof sdk['shutdown'] !== 'function')
    return null;
  sdk['start']();
  const { shutdown } = sdk;
  return {
    async [Symbol.asyncDispose]() {
      await Promise.resolve(Reflect.apply(shutdown, sdk, [])).catch(() => undefined);
    },
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
