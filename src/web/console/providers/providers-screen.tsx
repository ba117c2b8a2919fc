import type { ProviderState } from '#contract/console/live.ts';
import { useRead } from '../../administration/state/use-read.ts';
import { LoadState } from '../../shared/components/load-state.tsx';
import { Screen } from '../components/screen.tsx';
import { call } from '../state/call.ts';
import { words } from '../text/words.ts';
import { PricesPanel } from './prices-panel.tsx';
import { ProviderPanel } from './provider-panel.tsx';
import { providerWords as text } from './provider-words.ts';

export function ProvidersScreen() {
  const { data, problem, refresh } = useRead(call('listProviderStates', {}), { everySeconds: 15 });
  return (
    <Screen title={words.sectionNames.providers} note={text.note}>
      <LoadState
        isLoaded={data !== null}
        isEmpty={data?.data.length === 0}
        empty={text.empty}
        problem={problem}
        onRetry={() => void refresh()}
      />
      {data?.data.map((provider) => (
        <ProviderPanel key={provider.id} provider={provider} />
      ))}
      <PricesPanel models={data?.data.flatMap(modelsOf) ?? []} />
    </Screen>
  );
}

function modelsOf({ id, models }: ProviderState): readonly string[] {
  return models.map((model) => `${id}/${model}`);
}
