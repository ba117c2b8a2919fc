import { describe, it } from 'node:test';
import type { Break } from '#test/break.ts';
import { runAgainstLedger } from '#test/ledger/ledger-run.ts';

describe('every call to a model is counted as in the ledger of its vendor', () => {
  it('with repeats, fallbacks, cancels, titles and midnight', { timeout: 180_000 }, async (t) => {
    const report = (line: string) => t.diagnostic(line);
    await runAgainstLedger({ seed: 7, turns: 120, kills: 0, atOnce: 16, report });
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'A call that is repeated is counted',
    file: 'src/core/turn/run-turn.ts',
    replace: 'if (call !== null) calls.push(call);',
    by: 'if (call !== null) calls.splice(0, 1, call);',
  },
  {
    rule: 'A call counts on the day on which it began',
    file: 'src/adapters/postgres/turns/turn-calls.ts',
    replace: 'Math.round(performance.now() - call.sentAt)',
    by: '86_400_000',
  },
  {
    rule: 'The end of a title’s call takes back that it was unknown',
    file: 'src/adapters/postgres/conversations/title-store.ts',
    replace: '{ ...unknown, model, day, calls: -1 },',
    by: '',
  },
  {
    rule: 'A model that refuses an effort was called',
    file: 'src/core/models/counted-call.ts',
    replace: 'if (sentAt === null) return null;',
    by: "if (sentAt === null || end.outcome === 'rejected') return null;",
  },
];
