import type { Admission, AdmissionResult } from './admission.ts';

/** Decides admissions, and stores those that no rule refuses. */
export interface AdmissionStore {
  /** A refusal is a result, not an exception, and has no effect. */
  admit(admission: Admission): Promise<AdmissionResult>;
}
