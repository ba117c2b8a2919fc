import type { BrandLook } from '#contract/brand/look.ts';
import type { AiNotice } from '#contract/hosted.ts';
import { languages, type PerLanguage } from '#contract/languages/languages.ts';
import { errors } from '../errors.ts';

/** The look of a tenant's pages and their first words. */
export interface Brand extends BrandLook {
  /** What the chat calls its assistant; null means the tenant's name. */
  readonly assistantName: string | null;
  readonly greeting: string | null;
  readonly starters: readonly string[];
  /** What the chat says of the AI, in the languages in which the tenant rewords it. */
  readonly aiNotice: AiNotice;
  readonly hasLogo: boolean;
}

/** An image that we encoded ourselves. */
export interface Logo {
  readonly bytes: Buffer;
  readonly type: 'image/png';
}

export interface BrandChange extends Partial<BrandLook> {
  readonly assistantName?: string | null;
  readonly greeting?: string | null;
  readonly starters?: readonly string[];
  readonly aiNotice?: AiNotice | null;
}

const brandLimits = {
  nameCharacters: 60,
  greetingCharacters: 200,
  starters: 6,
  starterCharacters: 200,
  noticeCharacters: [10, 300],
} as const;

export const plainBrand: Brand = {
  assistantName: null,
  accent: null,
  radius: 'soft',
  font: 'standard',
  density: 'comfortable',
  greeting: null,
  starters: [],
  aiNotice: {},
  hasLogo: false,
};

/** The brand after a change whose shape is checked. */
export function applyBrandChange(brand: Brand, change: BrandChange): Brand {
  const { radius = brand.radius, font = brand.font, density = brand.density, assistantName } = change;
  return {
    ...brand,
    radius,
    font,
    density,
    assistantName: assistantName === undefined ? brand.assistantName : checkName(assistantName),
    accent: change.accent === undefined ? brand.accent : checkAccent(change.accent),
    greeting: change.greeting === undefined ? brand.greeting : checkGreeting(change.greeting),
    starters: change.starters === undefined ? brand.starters : checkStarters(change.starters),
    aiNotice: change.aiNotice === undefined ? brand.aiNotice : checkNotice(change.aiNotice ?? {}),
  };
}

function checkAccent(accent: string | null): string | null {
  if (accent === null || /^#[0-9a-f]{6}$/i.test(accent)) return accent?.toLowerCase() ?? null;
  throw errors.invalidField('/accent', 'must be a colour as #rrggbb', 'format');
}

function checkName(name: string | null): string | null {
  if (name === null || name.trim() === '') return null;
  return checkLine(name, '/assistant_name', brandLimits.nameCharacters);
}

function checkGreeting(greeting: string | null): string | null {
  if (greeting === null || greeting.trim() === '') return null;
  return checkLine(greeting, '/greeting', brandLimits.greetingCharacters);
}

function checkStarters(starters: readonly string[]): readonly string[] {
  if (starters.length > brandLimits.starters) {
    throw errors.invalidField('/starters', `may have at most ${brandLimits.starters} items`, 'maxItems');
  }
  return starters.map((starter, index) =>
    checkLine(starter, `/starters/${index}`, brandLimits.starterCharacters),
  );
}

function checkNotice(notice: AiNotice): AiNotice {
  const checked: { -readonly [Tag in keyof PerLanguage<string>]?: string } = {};
  for (const language of languages) {
    const words = notice[language] ?? '';
    if (words.trim() === '') continue;
    const [least, most] = brandLimits.noticeCharacters;
    checked[language] = checkLine(words, `/ai_notice/${language}`, most, least);
  }
  return checked;
}

const visible = /[^\p{C}\p{Z}\p{M}]/u;
/** Control characters, ends of lines, and what turns the words around it the other way. */
const turning = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;

function checkLine(value: string, pointer: string, most: number, least = 1): string {
  const line = value.trim();
  const { length } = [...line];
  const fits = length >= least && length <= most;
  if (!fits || !visible.test(line) || turning.test(line) || !line.isWellFormed()) {
    throw errors.invalidField(
      pointer,
      `must be one visible line of ${least} to ${most} characters`,
      'format',
    );
  }
  return line;
}
