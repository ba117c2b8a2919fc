/** What a call to the vendor is going to do. */
export interface Plan {
  readonly refuses: 'busy' | 'effort' | null;
  readonly pieces: number;
  readonly paceMs: number;
  /** After this many pieces the vendor breaks off. */
  readonly breaksAfter: number | null;
  readonly saysTokens: boolean;
  readonly input: number;
  readonly read: number | null;
  readonly written: number | null;
  readonly output: number;
}

export interface Asked {
  readonly model: string;
  readonly prompt: string;
  readonly isTitle: boolean;
  readonly hasEffort: boolean;
}

/** Numbers between 0 and 1 that follow from a seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function planFor(asked: Asked, random: () => number): Plan {
  const upTo = (most: number) => Math.floor(random() * most);
  const isSlow = asked.prompt.includes('slowly');
  const fate = random();
  const refusal = asked.hasEffort && random() < 0.5 ? 'effort' : fate < 0.08 ? 'busy' : null;
  const read = random() < 0.5 ? upTo(3_000) : null;
  const written = random() < 0.3 ? upTo(500) : null;
  const pieces = isSlow ? 100 : 1 + upTo(4);
  return {
    refuses: refusal,
    pieces,
    paceMs: isSlow ? 50 : upTo(40),
    breaksAfter: fate > 0.95 && !isSlow ? upTo(pieces) : null,
    saysTokens: random() > 0.05,
    input: 20 + upTo(2_000) + (read ?? 0) + (written ?? 0),
    read,
    written,
    output: 1 + upTo(900),
  };
}

/** The events of an answer: first, for each piece, and last. A null plan of tokens says nothing of them. */
export interface Wire {
  readonly begin: (plan: Plan) => readonly object[];
  readonly piece: (text: string) => object;
  readonly end: (plan: Plan) => readonly (object | '[DONE]')[];
  /** Whether the tokens of the input are said before the text. */
  readonly saysInputFirst: boolean;
  readonly refusal: (type: string) => object;
}

export const wires: Readonly<Record<'openai' | 'anthropic', Wire>> = {
  openai: {
    saysInputFirst: false,
    begin: () => [{ choices: [{ index: 0, delta: { role: 'assistant', content: '' } }] }],
    piece: (content) => ({ choices: [{ index: 0, delta: { content } }] }),
    end: ({ saysTokens, input, read, written, output }) => {
      const prompt_tokens_details = { cached_tokens: read, cache_write_tokens: written };
      const usage = { prompt_tokens: input, prompt_tokens_details, completion_tokens: output };
      const finish = { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] };
      return saysTokens ? [finish, { choices: [], usage }, '[DONE]'] : [finish, '[DONE]'];
    },
    refusal: (type) => ({ error: { message: 'refused', type } }),
  },
  anthropic: {
    saysInputFirst: true,
    begin: ({ saysTokens, input, read, written }) => {
      const usage = {
        input_tokens: input - (read ?? 0) - (written ?? 0),
        cache_read_input_tokens: read,
        cache_creation_input_tokens: written,
        output_tokens: 1,
      };
      return [{ type: 'message_start', message: { content: [], ...(saysTokens && { usage }) } }];
    },
    piece: (text) => ({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } }),
    end: ({ saysTokens, output }) => [
      {
        type: 'message_delta',
        delta: { stop_reason: 'end_turn' },
        usage: saysTokens ? { output_tokens: output } : {},
      },
      { type: 'message_stop' },
    ],
    refusal: (type) => ({ type: 'error', error: { message: 'refused', type } }),
  },
};
