/**
 * Paragraph text whose end has not arrived yet, rewritten so that nothing in it is incomplete: open emphasis and code
 * are closed, a mark that opens nothing yet is left out, and of a link that is still being written only the label is
 * shown.
 */
export function completeInline(source: string): string {
  const state: State = { source, at: 0, runs: [], brackets: [], drops: [], end: source.length, tail: '' };
  while (state.at < state.end) step(state);
  for (const bracket of state.brackets) dropBracket(state, bracket);
  return assemble(state);
}

interface Run {
  readonly mark: string;
  count: number;
}

interface Bracket {
  readonly at: number;
  readonly image: boolean;
}

interface State {
  readonly source: string;
  at: number;
  runs: Run[];
  brackets: Bracket[];
  /** Indices of characters that are hidden. */
  drops: number[];
  /** The start of a hidden rest. */
  end: number;
  tail: string;
}

function step(state: State): void {
  const character = state.source[state.at] ?? '';
  if (character === '\\') state.at += 2;
  else if (character === '`') readCode(state);
  else if ('*_~'.includes(character)) readRun(state, character);
  else if (character === '[') openBracket(state);
  else if (character === ']') closeBracket(state);
  else if (character === '<') readAngle(state);
  else state.at += 1;
}

function readCode(state: State): void {
  const { source, at } = state;
  const ticks = /^`+/.exec(source.slice(at))?.[0] ?? '`';
  const inside = at + ticks.length;
  const closing = new RegExp(`(?<!\`)${ticks}(?!\`)`, 'g');
  closing.lastIndex = inside;
  if (closing.test(source)) {
    state.at = closing.lastIndex;
    return;
  }
  const code = source.slice(inside).replace(/`+$/, '');
  if (code.trim() === '') cut(state, at);
  else cut(state, inside + code.length, ticks);
}

function readRun(state: State, mark: string): void {
  const { source, at } = state;
  let length = 1;
  while (source[at + length] === mark) length += 1;
  state.at = at + length;
  const before = source[at - 1];
  const after = source[at + length];
  const opens = after !== undefined && !/\s/.test(after);
  const closes = before !== undefined && !/\s/.test(before);
  if (mark === '_' && opens && closes && /\w/.test(before) && /\w/.test(after)) return;
  const left = closes ? closeRuns(state, mark, length) : length;
  if (left === 0) return;
  if (opens) state.runs.push({ mark, count: left });
  else if (after === undefined)
    for (let index = length - left; index < length; index += 1) state.drops.push(at + index);
}

/** Returns how many of the marks closed nothing. */
function closeRuns(state: State, mark: string, length: number): number {
  let left = length;
  while (left > 0) {
    const index = state.runs.findLastIndex((run) => run.mark === mark);
    const run = state.runs[index];
    if (run === undefined) break;
    const taken = Math.min(left, run.count);
    run.count -= taken;
    left -= taken;
    state.runs.length = run.count === 0 ? index : index + 1;
  }
  return left;
}

function openBracket(state: State): void {
  const { source, at } = state;
  // A note at the end is still being written, or becomes a link, or gets its text there.
  if (source.length - at < 40 && /^\[(?:\^[\w-]*|\d{1,3})\]?$/.test(source.slice(at))) {
    cut(state, at);
    return;
  }
  state.brackets.push({ at: state.at, image: state.source[state.at - 1] === '!' });
  state.at += 1;
}

function closeBracket(state: State): void {
  const { source, at } = state;
  const bracket = state.brackets.pop();
  const next = source[at + 1];
  state.at = at + 1;
  if (bracket === undefined || (next !== '(' && isNote(source, bracket.at))) return;
  const target = next === '(' ? linkEnd(source, at + 1) : next === '[' ? source.indexOf(']', at + 2) : at;
  if (target >= 0 && next !== undefined) {
    state.at = target + 1;
    return;
  }
  dropBracket(state, bracket);
  if (!bracket.image) cut(state, at);
}

/** Notes stand side by side, `[1][2]`, where other brackets are two parts of a link. */
function isNote(source: string, at: number): boolean {
  return /^\[(?:\^|\d{1,3}\])/.test(source.slice(at, at + 5));
}

/** Where the parenthesis that opens at `from` closes, or -1. */
function linkEnd(source: string, from: number): number {
  let depth = 0;
  for (let at = from; at < source.length; at += 1) {
    if (source[at] === '\\') at += 1;
    else if (source[at] === '(') depth += 1;
    else if (source[at] === ')' && --depth === 0) return at;
  }
  return -1;
}

function readAngle(state: State): void {
  if (/^<(?:https?:|mailto:)[^\s>]*$/.test(state.source.slice(state.at))) state.drops.push(state.at);
  state.at += 1;
}

function dropBracket(state: State, bracket: Bracket): void {
  if (bracket.image) cut(state, bracket.at - 1);
  else state.drops.push(bracket.at);
}

function cut(state: State, end: number, tail = ''): void {
  if (end > state.end) return;
  state.end = end;
  state.at = state.source.length;
  state.tail = tail;
}

function assemble(state: State): string {
  const dropped = new Set(state.drops);
  let shown = '';
  for (let at = 0; at < state.end; at += 1) if (!dropped.has(at)) shown += state.source[at];
  const marks = state.runs.toReversed().map(({ mark, count }) => mark.repeat(count));
  const closed = shown + state.tail;
  return marks.length === 0 ? closed : closed.trimEnd() + marks.join('');
}
