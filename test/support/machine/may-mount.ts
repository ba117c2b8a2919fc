import { readFileSync } from 'node:fs';

const capSysAdmin = 1n << 21n;

/** Whether a test may mount a small disk to fill it: root may, except in a container that keeps that from it. */
export function mayMount(): boolean {
  const [, effective = '0'] = /^CapEff:\s*([\da-f]+)$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
  return (BigInt(`0x${effective}`) & capSysAdmin) !== 0n;
}
