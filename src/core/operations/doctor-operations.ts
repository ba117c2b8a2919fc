import type { Doctor } from '#contract/console/live.ts';
import { operation } from './operation.ts';
import type { RecentReads } from './recent-reads.ts';

interface Services {
  readonly recent: RecentReads;
  diagnose(): Promise<readonly { name: string; status: 'pass' | 'warn' | 'fail'; detail: string }[]>;
}

export const doctorOperations = {
  runDoctor: operation('runDoctor', async ({ recent, diagnose }: Services) => ({
    body: await recent.doctor.read('', () => examine(diagnose)),
  })),
};

async function examine(diagnose: Services['diagnose']): Promise<Doctor> {
  const checks = (await diagnose()).map(({ name, status, detail }) => ({ name, status, detail }));
  return { ok: true, healthy: checks.every(({ status }) => status !== 'fail'), checks };
}
