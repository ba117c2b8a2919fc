import { type Signal, signal } from '@preact/signals';
import type { BrandLook } from '#contract/brand/look.ts';
import type { AiNotice, BrandResource } from '#contract/hosted.ts';

/** The brand as the form shows it: not saved yet, empty where nothing is set. */
export interface BrandDraft {
  readonly assistantName: Signal<string>;
  /** Null: the pages' own colour. */
  readonly accent: Signal<string | null>;
  readonly radius: Signal<BrandLook['radius']>;
  readonly font: Signal<BrandLook['font']>;
  readonly density: Signal<BrandLook['density']>;
  readonly greeting: Signal<string>;
  readonly starters: Signal<readonly string[]>;
  readonly aiNotice: Signal<AiNotice>;
}

export const mostStarters = 6;

export function createBrandDraft(brand: BrandResource): BrandDraft {
  return {
    assistantName: signal(brand.assistant_name ?? ''),
    accent: signal(brand.accent),
    radius: signal(brand.radius),
    font: signal(brand.font),
    density: signal(brand.density),
    greeting: signal(brand.greeting ?? ''),
    starters: signal(brand.starters),
    aiNotice: signal(brand.ai_notice),
  };
}

export function lookOf({ accent, radius, font, density }: BrandDraft): BrandLook {
  return { accent: accent.value, radius: radius.value, font: font.value, density: density.value };
}

export function settingsOf(draft: BrandDraft) {
  const { assistantName, greeting, starters, aiNotice } = draft;
  return {
    ...lookOf(draft),
    assistant_name: assistantName.value.trim() || null,
    greeting: greeting.value.trim() || null,
    ai_notice: aiNotice.value,
    starters: starters.value.map((starter) => starter.trim()).filter((starter) => starter !== ''),
  };
}

export function isColor(text: string): boolean {
  return /^#[0-9a-f]{6}$/i.test(text);
}
