import type { BenchCase } from '../case.ts';
import { p19 } from './database/p19-open-transaction.ts';
import { p21 } from './database/p21-search-documents.ts';
import { p01 } from './p01-cpu-against-pipe.ts';
import { p02 } from './p02-cpu-against-usual.ts';
import { p03 } from './p03-first-text.ts';
import { p04 } from './p04-unpaced-turns.ts';
import { p05 } from './p05-hot-client.ts';
import { p06 } from './p06-memory-per-stream.ts';
import { p07 } from './p07-enqueue-rate.ts';
import { p08 } from './p08-position-in-a-long-queue.ts';
import { p09 } from './p09-read-while-running.ts';
import { p10 } from './p10-conversation-pages.ts';
import { p11 } from './p11-log-per-turn.ts';
import { p15 } from './p15-waiting-readers.ts';
import { p16 } from './p16-several-processes.ts';
import { p17 } from './p17-events-and-metrics.ts';
import { p18 } from './p18-chat-completions.ts';
import { p13 } from './pages/p13-page-weight.ts';
import { p14 } from './pages/p14-long-conversation.ts';
import { p12 } from './process/p12-start-to-ready.ts';
import { p20 } from './process/p20-idle-process.ts';

export const allCases: readonly BenchCase[] = [
  p01,
  p02,
  p03,
  p04,
  p05,
  p06,
  p07,
  p08,
  p09,
  p10,
  p11,
  p12,
  p13,
  p14,
  p15,
  p16,
  p17,
  p18,
  p19,
  p20,
  p21,
];

/**
 * P19 is ten minutes of little work, with both of its sides at the same time: whatever disturbs one disturbs the
 * other. Beside it run those that count bytes of memory, log and files, and the job of P9, whose time is its
 * provider's. Every other figure needs the machine for itself.
 */
export const besideEachOther: readonly (readonly BenchCase[])[] = [[p19], [p09, p06, p11, p13]];
