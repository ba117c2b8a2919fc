import { loadPatiently } from '../load-patiently.ts';

type Enhance = typeof import('./enhance.ts').enhance;

let enhance: Enhance | null = null;

/** Colours, formulas and tools are added after the first paint, which is readable without them. */
export async function enhanceLater(root: HTMLElement): Promise<void> {
  enhance ??= (await loadPatiently(() => import('./enhance.ts'))).enhance;
  await Promise.all(enhance(root));
}
