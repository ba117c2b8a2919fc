import { type Api, openApi } from '../world/api.ts';
import { freePort } from '../world/process.ts';

/** The service with its metrics, by client too, on a port of their own. */
export async function openMeasuredApi(): Promise<{ readonly api: Api; readonly metricsUrl: string }> {
  for (let tries = 1; ; tries++) {
    const address = `127.0.0.1:${await freePort()}`;
    try {
      const api = await openApi({ env: { PARLEY_METRICS: address, PARLEY_METRICS_CLIENTS: 'true' } });
      return { api, metricsUrl: `http://${address}/metrics` };
    } catch (error) {
      // Another program may have taken the port meanwhile.
      if (tries === 3 || !/EADDRINUSE|in use/.test(String(error))) throw error;
    }
  }
}
