import type { ErasureKey } from './erasure-writer.ts';

/** `worked`: continue; `waits`: turns have to end first; `none`: nothing is due. */
export type ErasureStep = 'worked' | 'waits' | 'none';

/** Erasures under way. Each is a row, so that any process can resume where another stopped. */
export interface ErasureStore {
  /** Does the next piece of one erasure in one transaction: of the given one, or of whichever is due. */
  step(key?: ErasureKey): Promise<ErasureStep>;
  isUnderWay(key: ErasureKey): Promise<boolean>;
}
