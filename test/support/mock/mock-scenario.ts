/** A tool as the model knows it, and what it is asked. */
export interface MockToolCall {
  readonly name: string;
  readonly arguments: object;
}

/** What the mock provider does with one request. Everything is optional: the default is a quick, complete answer. */
export interface MockScenario {
  /** Another status than 200 answers with an error body. */
  readonly status?: number;
  readonly retryAfter?: string | number;
  /** The error body's message, to check that it is not passed on. */
  readonly errorMessage?: string;
  readonly headerDelayMs?: number;
  /** Nothing is sent before this resolves. */
  readonly headOn?: Promise<unknown>;
  /** The first piece is sent at once, and the others when this has resolved. */
  readonly restOn?: Promise<unknown>;
  /** Awaited before the piece of each place, counted from 0, and before the end. */
  readonly before?: (place: number) => Promise<unknown> | undefined;
  /** Pieces of text; each is one event and one write. */
  readonly deltas?: number;
  readonly paceMs?: number;
  /** Pads every piece to this many characters. */
  readonly deltaLength?: number;
  /** The pieces themselves, instead of the numbered ones. */
  readonly texts?: readonly string[];
  /** What is asked for behind the pieces, of which there are none by default then. */
  readonly calls?: readonly MockToolCall[];
  /** Headers, then nothing. */
  readonly silent?: boolean;
  /** After this many pieces: silence, a socket reset, an end without a finish reason, or an error event. */
  readonly stallAfter?: number;
  /** When it resolves, an answer that has stalled goes on, at once to its end. */
  readonly resume?: Promise<unknown>;
  readonly resetAfter?: number;
  readonly truncateAfter?: number;
  readonly errorAfter?: number;
  readonly finishReason?: string;
  readonly usage?: boolean;
  readonly done?: boolean;
}

/** Texts that a store or a socket may fail on. */
const TRICKY_TEXTS = [
  'a NUL \u0000, ',
  'a lone \ud83d surrogate, ',
  'another \ude00, ',
  'an emoji \u{1f600}.',
];

const NUMBERS: Readonly<Record<string, keyof MockScenario>> = {
  status: 'status',
  retryAfter: 'retryAfter',
  delay: 'headerDelayMs',
  deltas: 'deltas',
  pace: 'paceMs',
  length: 'deltaLength',
  stall: 'stallAfter',
  reset: 'resetAfter',
  truncate: 'truncateAfter',
  error: 'errorAfter',
};

const WORDS: Readonly<Record<string, MockScenario>> = {
  silent: { silent: true },
  tricky: { texts: TRICKY_TEXTS },
  huge: { deltas: 4_096, paceMs: 0, deltaLength: 1_024 },
  nodone: { done: false },
  nousage: { usage: false },
  limited: { finishReason: 'length' },
};

/** The scenario written into a model's name: `mock:deltas=20,pace=5,stall=3` or `mock:silent`. */
export function scenarioOf(model: string): MockScenario {
  const directives = model.slice(model.indexOf(':') + 1);
  if (!model.includes(':')) return {};
  let scenario: MockScenario = {};
  for (const directive of directives.split(',')) {
    const [name = '', value] = directive.split('=');
    const field = NUMBERS[name];
    const named = value === undefined ? WORDS[name] : field && { [field]: Number(value) };
    if (!named) throw new Error(`unknown directive in the model's name: ${directive}`);
    scenario = { ...scenario, ...named };
  }
  return scenario;
}

/**
 * The numbered piece of the default text: every answer is the same, and says where it was cut. No piece has as many
 * bytes as UTF-16 units, or as many units as characters, so that a test of any place in a text notices which is counted.
 */
export function mockPiece(index: number, length = 0): string {
  return `ü😀word${index} `.padEnd(length, '.');
}

/** The whole text of an answer of this many pieces. */
export function mockText(deltas: number, length = 0): string {
  return Array.from({ length: deltas }, (_, index) => mockPiece(index, length)).join('');
}
