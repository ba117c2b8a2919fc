import { type Signal, signal } from '@preact/signals';
import type { BrandResource } from '#contract/hosted.ts';

/** The brand as the form shows it: not saved yet, empty where nothing is set. */
export interface BrandDraft {
  /** Null: the pages' own colour. */
  readonly accent: Signal<string | null>;
  readonly greeting: Signal<string>;
  readonly starters: Signal<readonly string[]>;
}

export const mostStarters = 6;

export function createBrandDraft(brand: BrandResource): BrandDraft {
  return {
    accent: signal(brand.accent),
    greeting: signal(brand.greeting ?? ''),
    starters: signal(brand.starters),
  };
}

export function settingsOf({ accent, greeting, starters }: BrandDraft) {
  return {
    accent: accent.value,
    greeting: greeting.value.trim() || null,
    starters: starters.value.map((starter) => starter.trim()).filter((starter) => starter !== ''),
  };
}

export function isColor(text: string): boolean {
  return /^#[0-9a-f]{6}$/i.test(text);
}
