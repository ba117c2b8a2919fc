import {
  decideBeginning,
  decideClick,
  decideLapse,
  decideLost,
  decideOutcome,
  decideOvertaken,
} from '#core/tools/decide-tool-call.ts';
import {
  type LockedToolCall,
  mayHaveWritten,
  type ToolCallOutcome,
  toolCallTransitions,
} from '#core/tools/tool-call.ts';

/** One call: what is stored of it, the processes that are at it, and what its partner's server has seen and done. */
export interface JournalState {
  readonly call: LockedToolCall;
  /** Several where one only seemed to be dead. Each has a request to write, or knows how its request went. */
  readonly processes: readonly ('writes' | ToolCallOutcome)[];
  readonly requests: number;
  readonly effects: number;
}

const servers = ['result', 'error', 'unreached', 'cut before', 'cut after'] as const;
const people = ['confirm', 'decline', 'wait', 'change the approval', 'overtake'] as const;
const ours = ['tidy', 'begin', 'learn', 'yield', 'die', 'cancel', 'recover', 'continue'] as const;

/** What can happen next: how a server takes a request, what people do, and what becomes of processes. */
export const journalSteps = [...servers, ...people, ...ours];
export type JournalStep = (typeof journalSteps)[number];

const stored = { isIdempotent: false, decision: null, isApproved: true, hasLapsed: false } as const;
const unsent = { processes: [], requests: 0, effects: 0 } as const;

export const beginnings: Readonly<Record<'read' | 'write' | 'idempotent write', JournalState>> = {
  read: { ...unsent, call: { ...stored, effect: 'read', status: 'open', sends: 1 }, processes: ['writes'] },
  write: { ...unsent, call: { ...stored, effect: 'write', status: 'pending', sends: 0 } },
  'idempotent write': {
    ...unsent,
    call: { ...stored, effect: 'write', status: 'pending', sends: 0, isIdempotent: true },
  },
};

/** The state after a step; the same one where the step cannot happen. */
export function play(state: JournalState, step: JournalStep): JournalState {
  const { call, processes } = state;
  const [first, ...rest] = processes;
  switch (step) {
    case 'confirm':
    case 'decline':
      return click(state, step);
    case 'wait':
      return { ...state, call: { ...call, hasLapsed: true } };
    case 'change the approval':
      return { ...state, call: { ...call, isApproved: false } };
    case 'overtake':
      return store(state, decideOvertaken(call));
    case 'tidy':
      return store(state, decideLapse(call));
    case 'begin':
      return store(state, decideBeginning(call));
    case 'yield':
      return first === undefined ? state : { ...state, processes: [...rest, first] };
    case 'die':
      return { ...state, processes: rest };
    case 'cancel':
      return first === undefined ? state : store({ ...state, processes: rest }, decideLost(call, false));
    case 'recover':
    case 'continue':
      return store(state, decideLost(call, step === 'continue'));
    case 'learn':
      if (first === undefined || first === 'writes') return state;
      return store({ ...state, processes: rest }, decideOutcome(call, first));
    default:
      return first === 'writes' ? serve({ ...state, processes: rest }, step) : state;
  }
}

/** What must never be, whatever has happened. */
export function problemsOf({ call, requests, effects }: JournalState): readonly string[] {
  const { status, effect, isIdempotent, sends, decision } = call;
  const isWrite = effect === 'write';
  const wasSent = requests > 0;
  const rules: Readonly<Record<string, boolean>> = {
    'a write that is not idempotent was sent twice': isWrite && !isIdempotent && requests > 1,
    'more requests left than were stored before': requests > sends,
    'a write was sent that no person had confirmed': isWrite && wasSent && decision !== 'confirm',
    'a call that was not sent has left': wasSent && !['open', 'done', 'failed', 'unknown'].includes(status),
    'a write happened twice': isWrite && effects > 1,
    'a write is called done that has not happened': isWrite && status === 'done' && effects === 0,
    'a write is called failed that has happened': isWrite && status === 'failed' && effects > 0,
    'a turn would be refunded although its write has happened': effects > 0 && !mayHaveWritten(call),
    'a read is called unknown': !isWrite && status === 'unknown',
  };
  return Object.keys(rules).filter((rule) => rules[rule]);
}

type Stored = ReturnType<typeof decideLost>;

function store(state: JournalState, decision: Stored): JournalState {
  const { call } = state;
  switch (decision.kind) {
    case 'none':
      return state;
    case 'become':
      return move(state, { status: decision.status });
    case 'send':
      if (!call.isApproved) throw new Error('a call was sent without its approval');
      return {
        ...move(state, { status: 'open', sends: call.sends + 1 }),
        processes: [...state.processes, 'writes'],
      };
  }
}

function click(state: JournalState, decision: 'confirm' | 'decline'): JournalState {
  const { call } = state;
  const { kind } = decideClick(call, decision);
  if (kind === 'expire') return move(state, { status: 'expired' });
  if (kind === 'closed') return state;
  if (kind === 'replay') {
    if (call.decision !== decision) throw new Error('the other decision was answered like the first');
    return state;
  }
  if (call.hasLapsed || !call.isApproved) throw new Error('a click counted that came too late');
  return move(state, { status: decision === 'confirm' ? 'confirmed' : 'declined', decision });
}

function move(state: JournalState, change: Partial<LockedToolCall>): JournalState {
  const { call } = state;
  const next = { ...call, ...change };
  if (!toolCallTransitions[call.status].includes(next.status)) {
    throw new Error(`${call.status} became ${next.status}`);
  }
  return { ...state, call: next };
}

/** An idempotent server does again what it did for the same id: nothing, with the result that it has. */
function serve(state: JournalState, step: (typeof servers)[number]): JournalState {
  const { call, processes, requests, effects } = state;
  const know = (outcome: ToolCallOutcome): JournalState['processes'] => [outcome, ...processes];
  if (step === 'unreached') return { ...state, processes: know('unreached') };
  const received = { ...state, requests: requests + 1 };
  const happened = call.effect === 'read' || (call.isIdempotent && effects > 0) ? effects : effects + 1;
  switch (step) {
    case 'result':
      return { ...received, effects: happened, processes: know('result') };
    case 'error':
      return effects > 0 && call.isIdempotent
        ? { ...received, processes: know('result') }
        : { ...received, processes: know('error') };
    case 'cut before':
      return { ...received, processes: know('unclear') };
    case 'cut after':
      return { ...received, effects: happened, processes: know('unclear') };
  }
}
