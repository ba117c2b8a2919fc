import type { Break } from '../../break.ts';

/** Places in a text are counted in bytes, whatever its characters. */
export const placeBreaks: readonly Break[] = [
  {
    rule: 'The cursor of an output counts bytes',
    file: 'src/core/jobs/present-job.ts',
    replace: 'output.from + Buffer.byteLength(output.text)',
    by: 'output.from + output.text.length',
    tests: ['test/flows/jobs/read.test.ts'],
  },
  {
    rule: 'The cursor of a follower counts bytes',
    file: 'src/core/jobs/follow-turn.ts',
    replace: 'bytes += Buffer.byteLength(piece);',
    by: 'bytes += piece.length;',
    tests: ['test/flows/jobs/follow.test.ts'],
  },
  {
    rule: 'The places of a running answer are counted in bytes',
    file: 'src/core/turn/answer-text.ts',
    replace: 'const bytes = Buffer.byteLength(text);',
    by: 'const bytes = text.length;',
    tests: ['test/flows/answers/reading-pace.test.ts'],
  },
  {
    rule: 'A chunk says how many bytes it has',
    file: 'src/http/streaming/write-chunk.ts',
    replace: 'const bytes = Buffer.byteLength(text);',
    by: 'const bytes = text.length;',
    tests: ['test/flows/answers/stream.test.ts'],
  },
];
