import type { Doctor } from '#contract/console/live.ts';
import type { Examined } from '../health/examined.ts';
import { operation } from './operation.ts';
import { managesService } from './principal.ts';
import type { RecentReads } from './screen-services.ts';

interface Services {
  readonly recent: RecentReads;
  diagnose(): Promise<readonly Examined[]>;
}

export const doctorOperations = {
  runDoctor: operation('runDoctor', async ({ recent, diagnose }: Services, { by }) => {
    const found = await recent.doctor.read('', diagnose);
    const present = managesService(by) ? presentFully : presentOpenly;
    const body: Doctor = {
      ok: true,
      healthy: found.every(({ status }) => status !== 'fail'),
      checks: found.map(present),
    };
    return { body };
  }),
};

type Check = Doctor['checks'][number];

function presentFully({ name, status, detail }: Examined): Check {
  return { name, status, detail };
}

const instead: Readonly<Record<Check['status'], string>> = {
  pass: 'in order',
  warn: 'needs a look; an owner or an operator sees the reason in the console',
  fail: 'failed; an owner or an operator sees the reason in the console',
};

function presentOpenly({ name, status, detail, isOpen = false }: Examined): Check {
  return { name, status, detail: isOpen ? detail : instead[status] };
}
