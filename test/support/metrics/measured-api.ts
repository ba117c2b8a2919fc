import { type Api, openApi } from '../world/api.ts';
import { onFreePort } from '../world/process.ts';

/** The service with its metrics, by client too, on a port of their own. */
export function openMeasuredApi(): Promise<{ readonly api: Api; readonly metricsUrl: string }> {
  return onFreePort(async (port) => {
    const address = `127.0.0.1:${port}`;
    const api = await openApi({ env: { PARLEY_METRICS: address, PARLEY_METRICS_CLIENTS: 'true' } });
    return { api, metricsUrl: `http://${address}/metrics` };
  });
}
