import type { QuotaDimension } from '#contract/quota.ts';
import { dimensionNames } from '../../shared/text/dimension-names.ts';
import { locale } from '../../shared/text/format.ts';
import { words } from '../text/words.ts';

/** Those that have a name. The pages share no code for this, which the chat would have to download, too. */
export const dimensions: readonly QuotaDimension[] = Object.keys(dimensionNames).filter(isDimension);

export function dimensionOptions() {
  return dimensions.map((value) => ({ value, label: words().dimensions[value] }));
}

export function count(value: number): string {
  return value.toLocaleString(locale());
}

function isDimension(name: string): name is QuotaDimension {
  return name in dimensionNames;
}
