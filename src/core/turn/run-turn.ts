import type { TurnErrorCode } from '#contract/errors.ts';
import { assumedWindowTokens } from '#contract/models.ts';
import { DatabaseUnavailable } from '../errors.ts';
import type { SafetyIdentifiers } from '../identity/safety-identifiers.ts';
import { callModel, type ModelCallResult } from '../models/call-model.ts';
import { type ModelCandidate, modelReference } from '../models/choose-model.ts';
import type { Circuits } from '../models/circuit.ts';
import { type ConfiguredModels, candidatesOf } from '../models/client-models.ts';
import { type CountedCall, countedCall, kindOfCall } from '../models/counted-call.ts';
import { ModelError } from '../models/model-error.ts';
import { untilItWorks } from '../shared/wait.ts';
import { isRefunded } from './is-refunded.ts';
import type { LiveTurn } from './live-turn.ts';
import { noteCalls } from './note-calls.ts';
import { type StepOptions, StepRun } from './step-run.ts';
import type { StepListener } from './steps/step-listener.ts';
import { sumTokens } from './steps/sum-tokens.ts';
import type { TitleWriter } from './title-writer.ts';
import type { TurnEnd } from './turn.ts';
import {
  answerSources,
  type KnowledgeOfTurns,
  promptWith,
  type SourcesFor,
  searchSources,
} from './turn-sources.ts';
import type { Finish, RunningTurnStore } from './turn-store.ts';
import type { AttemptTelemetry, TurnTelemetry } from './turn-telemetry.ts';

export interface TurnRunner extends ConfiguredModels {
  readonly turns: Pick<RunningTurnStore, 'finish' | 'noteCalls' | 'release'>;
  readonly circuits: Circuits;
  readonly identifiers: SafetyIdentifiers;
  readonly knowledge: KnowledgeOfTurns;
  readonly turnMs: number;
  /** How long the end of a turn is kept while the database is unavailable. */
  readonly finishMs: number;
  readonly telemetry: TurnTelemetry;
  /** Null where titles are the first words. */
  readonly titles: TitleWriter | null;
  readonly steps: StepOptions;
}

/** Answers one admitted turn: provider, deltas, one stored finish. Never rejects. */
export async function runTurn(live: LiveTurn, runner: TurnRunner): Promise<TurnEnd> {
  const telemetry = runner.telemetry.began(live.turn);
  const timeout = setTimeout(() => live.stop({ kind: 'failed', code: 'turn_timeout' }), runner.turnMs);
  const answered = await answer(live, runner, telemetry);
  clearTimeout(timeout);
  const isStored = telemetry.storing();
  const stored = await store(live, answered, runner, telemetry);
  isStored();
  live.finish(stored);
  telemetry.ended({
    end: stored,
    durationMs: performance.now() - live.startedAt,
    firstTextMs: live.firstTextMs,
    isRefunded: isFinalEnd(stored) && isEndRefunded(live, stored),
    model: live.model,
  });
  if (stored.kind === 'completed') runner.titles?.answered(live.turn, live.read(0)?.text ?? '');
  return stored;
}

interface AttemptResult {
  readonly end: TurnEnd;
  readonly calls: readonly CountedCall[];
}

type Answering = ConfiguredModels &
  Pick<TurnRunner, 'circuits' | 'identifiers' | 'knowledge' | 'turns' | 'steps'>;

async function answer(
  live: LiveTurn,
  runner: Answering,
  telemetry: AttemptTelemetry,
): Promise<AttemptResult> {
  const calls: CountedCall[] = [];
  try {
    const run = await StepRun.begin(live, runner.steps);
    const candidates = candidatesOf(live.turn.client, live.turn.agent, live.turn.deepDive, runner);
    const windows = candidates.map(windowOf);
    const sourcesFor = await searchSources(live, windows, runner.knowledge, telemetry);
    const basis = { candidates, sourcesFor };
    const results: ModelCallResult[] = [];
    for (;;) {
      if (run.question !== null) {
        const action = run.ask(run.question);
        const tokens = sumTokens(results);
        return { end: { kind: 'completed', finishReason: 'stop', tokens, action }, calls };
      }
      const { result, listener } = await callOnce(live, run, basis, calls, runner, telemetry);
      results.push(result);
      const { asked, finishReason } = result;
      const origin = `${result.providerId}/${result.model}`;
      if (asked !== undefined && (await run.take(asked, origin, listener, calls))) continue;
      if (asked !== undefined && live.bytes === 0) throw nothingWritten();
      return { end: { kind: 'completed', finishReason, tokens: sumTokens(results) }, calls };
    }
  } catch (error) {
    const stopped = live.stopReason;
    if (stopped !== null) return { end: stopped, calls };
    if (error instanceof ModelError) {
      return { end: { kind: 'failed', code: codeOf(error), reason: error.reason }, calls };
    }
    if (error instanceof DatabaseUnavailable) return { end: { kind: 'failed', code: 'unavailable' }, calls };
    telemetry.fault(error);
    return { end: { kind: 'failed', code: 'internal_error' }, calls };
  }
}

/** One call to a model, and more where it fails: what it writes, and what it asks for. */
async function callOnce(
  live: LiveTurn,
  run: StepRun,
  { candidates, sourcesFor }: { candidates: readonly ModelCandidate[]; sourcesFor: SourcesFor },
  calls: CountedCall[],
  runner: Answering,
  telemetry: AttemptTelemetry,
): Promise<{ readonly result: ModelCallResult; readonly listener: StepListener }> {
  const { turn } = live;
  const listener = run.listen();
  const result = await callModel({
    candidates: run.among(candidates),
    requestFor: (candidate) => {
      const prompt = promptWith(sourcesFor, live, windowOf(candidate), run.tokens);
      return {
        ...prompt,
        messages: [...prompt.messages, ...run.messages],
        ...run.asked,
        effort: turn.deepDive ? turn.agent.deepDive.effort : undefined,
        maxTokens: turn.maxTokens ?? undefined,
        safetyIdentifier: runner.identifiers.of(candidate.provider, turn),
      };
    },
    listener,
    signal: live.signal,
    circuits: runner.circuits,
    onCall: (candidate) => {
      const model = modelReference(candidate);
      live.chosen(model);
      const onEnd = telemetry.onCall(candidate);
      return (end) => {
        const call = countedCall(model, kindOfCall(end), end);
        if (call !== null) calls.push(call);
        onEnd(end);
      };
    },
    beforeAnother: async (candidate) => {
      if (calls.length > 0) await noteCalls(live, calls, modelReference(candidate), runner.turns);
    },
  });
  return { result, listener };
}

/** It was told to answer, and asked for something instead. */
function nothingWritten(): ModelError {
  return new ModelError('rejected', 'the model asked for tools that it may not use', { retryable: false });
}

/** The tokens that a candidate's model can read and write together. */
export function windowOf(candidate: ModelCandidate | undefined): number {
  const model = candidate?.provider.models.find((known) => known.id === candidate.model);
  return model?.windowTokens ?? assumedWindowTokens;
}

function codeOf(error: ModelError): TurnErrorCode {
  switch (error.kind) {
    case 'rejected':
      return error.reason === null || error.reason === 'misconfigured'
        ? 'provider_error'
        : 'provider_refused';
    case 'unavailable':
      return 'provider_unavailable';
    case 'timeout':
      return 'provider_timeout';
  }
}

/** Stores the end, and waits while the database is unavailable. `lost` when the attempt has been replaced. */
async function store(
  live: LiveTurn,
  { end, calls }: AttemptResult,
  runner: Pick<TurnRunner, 'turns' | 'finishMs' | 'telemetry'>,
  telemetry: AttemptTelemetry,
): Promise<TurnEnd> {
  if (end.kind === 'lost') return end;
  const { turn } = live;
  const sources = answerSources(live);
  const deadline = performance.now() + runner.finishMs;
  const mayPass = (error: unknown) => {
    if (!(error instanceof DatabaseUnavailable)) telemetry.fault(error);
    return performance.now() <= deadline;
  };
  const storeOnce = async (): Promise<TurnEnd> => {
    if (end.kind === 'released') {
      await runner.turns.release(turn.clientId, turn.id, turn.attempt, calls);
      return end;
    }
    const became = await runner.turns.finish({ ...finishOf(live, end), calls, sources });
    if (became === 'stored') return end.kind === 'completed' ? { ...end, sources } : end;
    if (became === 'replaced') runner.telemetry.staleWrites('finish', 1);
    return { kind: 'lost' };
  };
  return untilItWorks(storeOnce, mayPass).catch((): TurnEnd => ({ kind: 'lost' }));
}

/** An end that is the turn's own, and not only this attempt's. */
type FinalEnd = Extract<TurnEnd, { kind: 'completed' | 'cancelled' | 'failed' }>;

function isFinalEnd(end: TurnEnd): end is FinalEnd {
  return end.kind !== 'lost' && end.kind !== 'released';
}

function isEndRefunded(live: LiveTurn, end: FinalEnd): boolean {
  return isRefunded({
    state: end.kind,
    hasText: live.bytes > 0,
    providerWasCalled: live.providerWasCalled,
  });
}

function finishOf(live: LiveTurn, end: FinalEnd): Omit<Finish, 'calls' | 'sources'> {
  const { turn } = live;
  const { text, from: textFrom } = live.complete();
  return {
    clientId: turn.clientId,
    turnId: turn.id,
    attempt: turn.attempt,
    conversationId: turn.conversationId,
    day: turn.day,
    state: end.kind,
    text,
    textFrom,
    finishReason:
      end.kind === 'completed' ? end.finishReason : end.kind === 'cancelled' ? 'cancelled' : 'error',
    errorCode: end.kind === 'completed' ? null : end.code,
    errorReason: end.kind === 'failed' ? (end.reason ?? null) : null,
    refund: isEndRefunded(live, end),
    flushed: live.hasFlushed,
    model: live.model,
    firstTextMs: live.firstTextMs === null ? null : Math.round(live.firstTextMs),
    inputTokens: end.kind === 'completed' ? end.tokens.input : null,
    outputTokens: end.kind === 'completed' ? end.tokens.output : null,
  };
}
