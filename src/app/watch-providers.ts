import type { Log } from '#adapters/log.ts';
import { ProviderWatch } from '#core/health/provider-watch.ts';
import type { Turns } from './start-turns.ts';

/** Reports providers that stop to work, and that work again. */
export function watchProviders({ models: { providers }, circuits }: Turns, log: Log): ProviderWatch {
  return new ProviderWatch({
    providers,
    circuits,
    onChange: (provider, { status, detail }) => {
      if (status === 'pass') log.info({ provider, detail }, 'A provider works again');
      else log.warn({ provider, status, detail }, 'A provider does not work as configured');
    },
  });
}
