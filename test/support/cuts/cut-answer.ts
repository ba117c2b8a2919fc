import type { Json } from '../reading/json.ts';

export interface Said {
  readonly text: string;
  /** It has sent its finish reason, and thus everything. */
  readonly isFinished: boolean;
}

/**
 * The text at the beginning of an answer in chat completions' events, cut at any byte; parsed without the service's
 * code.
 */
export function saidIn(answer: Buffer): Said {
  const events = bodyIn(answer).toString('utf8').split('\n\n').slice(0, -1);
  const chunks = events.filter((event) => event !== 'data: [DONE]').map(dataOf);
  const choices = chunks.flatMap((chunk) => (Array.isArray(chunk['choices']) ? chunk['choices'] : []));
  return {
    text: choices.map((choice) => choice.delta.content ?? '').join(''),
    isFinished: choices.some((choice) => choice.finish_reason !== null),
  };
}

/** The positions after each line and within each; a message of the protocol ends at the end of a line. */
export function linePositions(bytes: Buffer): number[] {
  const ends = [0];
  for (let at = 0; at < bytes.length; at = ends.at(-1) ?? 0) {
    const end = bytes.indexOf('\n', at);
    ends.push(end < 0 ? bytes.length : end + 1);
  }
  const middles = ends.slice(1).map((end, index) => (end + (ends[index] ?? 0)) >> 1);
  return [...new Set([...ends, ...middles])].sort((a, b) => a - b);
}

function dataOf(event: string): Json {
  return JSON.parse(event.replace(/^data: /, ''));
}

/** As much of a chunked body as there is. */
function bodyIn(answer: Buffer): Buffer {
  const head = answer.indexOf('\r\n\r\n');
  const parts: Buffer[] = [];
  for (let at = head + 4; head >= 0; ) {
    const lineEnd = answer.indexOf('\r\n', at);
    const size = lineEnd < 0 ? 0 : Number.parseInt(answer.toString('latin1', at, lineEnd), 16);
    if (size === 0) break;
    parts.push(answer.subarray(lineEnd + 2, lineEnd + 2 + size));
    at = lineEnd + 2 + size + 2;
  }
  return Buffer.concat(parts);
}
