import type { CDPSession } from 'playwright-core';

/** Processor time, in milliseconds, of the longest task of the page's main thread while `work` runs. */
export async function longestTaskMs(devtools: CDPSession, work: () => Promise<unknown>): Promise<number> {
  const events: TraceEvent[] = [];
  devtools.on('Tracing.dataCollected', ({ value }) => events.push(...value.flatMap(traceEvent)));
  await devtools.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel'] },
  });
  await work();
  const ended = new Promise((resolve) => devtools.once('Tracing.tracingComplete', resolve));
  await devtools.send('Tracing.end');
  await ended;
  return longestTask(events);
}

interface TraceEvent {
  readonly name: string;
  readonly thread: string;
  readonly threadName: string | undefined;
  readonly cpuMs: number;
}

function traceEvent(event: object): TraceEvent[] {
  const { name, pid, tid, tdur, args } = { name: '', pid: 0, tid: 0, tdur: 0, args: {}, ...event };
  const threadName = name === 'thread_name' && 'name' in args ? String(args.name) : undefined;
  return [{ name, thread: `${pid} ${tid}`, threadName, cpuMs: tdur / 1000 }];
}

function longestTask(events: readonly TraceEvent[]): number {
  const isMain = ({ threadName }: TraceEvent) => threadName === 'CrRendererMain';
  const main = new Set(events.filter(isMain).map(({ thread }) => thread));
  const tasks = events.filter(({ name, thread }) => main.has(thread) && name.endsWith('RunTask'));
  return Math.max(...tasks.map(({ cpuMs }) => cpuMs));
}
