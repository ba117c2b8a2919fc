import type { ProviderTest } from '#contract/console/live.ts';
import { type Actor, actorName } from '../audit/actor.ts';
import { errors } from '../errors.ts';
import { ModelError } from '../models/model-error.ts';
import type { ModelProvider } from '../models/model-provider.ts';
import {
  type ConfiguredProvider,
  judgedMinutes,
  presentProviderState,
} from '../screens/present-providers.ts';
import type { LiveControl } from './live-operations.ts';
import { operation, parameter } from './operation.ts';
import { managesService } from './principal.ts';
import type { ScreenServices } from './screen-services.ts';

const patienceMs = 30_000;
/** The reason may hold the provider's own words. */
const noModels = 'it does not answer, or refuses the key';

interface StateServices extends ScreenServices {
  readonly providers: readonly ConfiguredProvider[];
}

interface TestServices {
  readonly models: { readonly providers: readonly ModelProvider[] };
  readonly control: LiveControl;
}

export const providerOperations = {
  listProviderStates: operation('listProviderStates', async ({ recent, ...services }: StateServices) => ({
    body: await recent.providers.read('', () => readStates(services)),
  })),
  testProvider: operation('testProvider', async ({ models, control }: TestServices, { by, params }) => {
    const provider = models.providers.find(({ id }) => id === parameter(params, 'id'));
    if (provider === undefined) throw errors.notFound();
    const result = await testCall(provider, managesService(by));
    // The call changed nothing that is stored, so there is no transaction that the entry could belong to.
    await control.note(entryOf(by.actor, provider.id, result.works));
    return { body: result };
  }),
};

async function readStates({ screens, numbers, providers }: Omit<StateServices, 'recent'>) {
  const [rows, minutes, processes, today] = await Promise.all([
    numbers.providers(judgedMinutes),
    screens.providerMinutes(),
    numbers.processes(),
    numbers.callsOfToday(),
  ]);
  const data = providers.map((provider) => presentProviderState(provider, rows, minutes, processes, today));
  return { ok: true, object: 'list', data } as const;
}

/** A short answer, as a prompt would get one, apart from circuits and retries: it is about this very call. */
async function testCall(provider: ModelProvider, showsReason: boolean): Promise<ProviderTest> {
  const startedAt = performance.now();
  const model = provider.expectedModels[0] ?? provider.models[0]?.id ?? null;
  const done = (works: boolean, detail: string): ProviderTest => {
    const duration_ms = Math.round(performance.now() - startedAt);
    return { ok: true, provider: provider.id, model, works, detail, duration_ms };
  };
  const signal = AbortSignal.timeout(patienceMs);
  const found = await provider.inspect(signal);
  if (found.status === 'fail') return done(false, showsReason ? found.detail : noModels);
  if (model === null) return done(false, 'it lists no models');
  try {
    let firstTextMs: number | null = null;
    const onText = () => {
      firstTextMs ??= Math.round(performance.now() - startedAt);
    };
    const messages = [{ role: 'user', content: 'Answer with the word: yes' }] as const;
    const instructions = { stable: 'You answer with one word.', personal: '' };
    const request = { model, instructions, messages };
    await provider.stream(request, { onCalled: () => undefined, onText }, signal);
    return done(
      true,
      firstTextMs === null ? 'it answered without a text' : `first text after ${firstTextMs} ms`,
    );
  } catch (error) {
    if (signal.aborted) return done(false, `no complete answer within ${patienceMs / 1_000} seconds`);
    return done(false, kindOf(error));
  }
}

/** Never the provider's own words, which may repeat a key. */
function kindOf(error: unknown): string {
  if (!(error instanceof ModelError)) return 'the call failed';
  switch (error.kind) {
    case 'rejected':
      return 'the provider failed, or refused the call';
    case 'unavailable':
      return 'no connection was made, or the provider said that it is too busy';
    case 'timeout':
      return 'the call exceeded a time limit';
  }
}

function entryOf(actor: Actor, id: string, works: boolean) {
  return {
    clientId: null,
    actor: actorName(actor),
    action: 'provider.test',
    subject: id,
    before: null,
    after: { works },
  } as const;
}
