import { describeMissing } from './system-needs.ts';

/** Fails, before anything else runs, on a machine that lacks what the tests need besides Node and npm. */
const missing = describeMissing();
if (missing !== null) {
  console.error(missing);
  process.exitCode = 1;
}
