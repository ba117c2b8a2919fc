import { useSignal } from '@preact/signals';
import type { ProviderTest } from '#contract/console/live.ts';
import { Badge } from '../../administration/components/badge.tsx';
import { useAction } from '../../administration/state/use-action.ts';
import { duration } from '../components/format.ts';
import { useConsole } from '../console-context.ts';
import { call } from '../state/call.ts';
import { providerWords as text } from './provider-words.ts';

/** Makes one small call and shows its result. */
export function ProviderTestButton({ id }: { readonly id: string }) {
  const { api } = useConsole();
  const { busy, problem, run } = useAction();
  const result = useSignal<ProviderTest | null>(null);
  const test = async () => {
    result.value = null;
    result.value = await api.send(call('testProvider', { params: { id } }));
  };
  return (
    <>
      <button type="button" class="button small" disabled={busy.value} onClick={() => void run(test)}>
        {busy.value ? text.testing : text.test}
        <span class="visually-hidden"> {id}</span>
      </button>
      <div class="test-result" role="status">
        {result.value && <TestResult test={result.value} />}
        {problem.value}
      </div>
    </>
  );
}

function TestResult({ test }: { readonly test: ProviderTest }) {
  const { works, detail, model, provider, duration_ms: ms } = test;
  const [name, time] = [model ?? provider, duration(ms)];
  return (
    <p>
      <Badge tone={works ? 'accent' : 'danger'}>{works ? text.statuses.available : text.failed}</Badge>{' '}
      {works ? text.works(name, time) : text.doesNotWork(name, time)} {detail}
    </p>
  );
}
