import { crc32 } from 'node:zlib';
import type { BodyFormat } from './profile.ts';

/** Follows the text of one answer, whatever its format. */
export interface TextReader {
  push(bytes: Buffer): void;
  readonly hasText: boolean;
  /** CRC-32 of the text so far. */
  digest(): number;
}

export function createTextReader(format: BodyFormat): TextReader {
  return format === 'openai' ? new OpenAiTextReader() : new PlainTextReader();
}

class PlainTextReader implements TextReader {
  hasText = false;
  #digest = 0;

  push(bytes: Buffer): void {
    this.hasText = true;
    this.#digest = crc32(bytes, this.#digest);
  }

  digest(): number {
    return this.#digest;
  }
}

/** Parses only at the end: while the stream runs it only looks for the first text. */
class OpenAiTextReader implements TextReader {
  hasText = false;
  readonly #parts: Buffer[] = [];

  push(bytes: Buffer): void {
    this.#parts.push(bytes);
    this.hasText ||= /"content": ?"[^"]/.test(bytes.toString('latin1'));
  }

  digest(): number {
    const lines = Buffer.concat(this.#parts).toString('utf8').split('\n');
    return crc32(lines.map(deltaText).join(''));
  }
}

function deltaText(line: string): string {
  if (!line.startsWith('data: {')) return '';
  const event: { choices?: { delta?: { content?: string | null } }[] } = JSON.parse(line.slice(6));
  return event.choices?.[0]?.delta?.content ?? '';
}
