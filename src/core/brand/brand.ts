import type { BrandLook } from '#contract/brand/look.ts';
import { errors } from '../errors.ts';

/** The look of a tenant's pages and their first words. */
export interface Brand extends BrandLook {
  /** What the chat calls its assistant; null means the tenant's name. */
  readonly assistantName: string | null;
  readonly greeting: string | null;
  readonly starters: readonly string[];
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
}

const brandLimits = {
  nameCharacters: 60,
  greetingCharacters: 200,
  starters: 6,
  starterCharacters: 200,
} as const;

export const plainBrand: Brand = {
  assistantName: null,
  accent: null,
  radius: 'soft',
  font: 'standard',
  density: 'comfortable',
  greeting: null,
  starters: [],
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

const visible = /[^\p{C}\p{Z}\p{M}]/u;
/** Control characters, ends of lines, and what turns the words around it the other way. */
const turning = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;

function checkLine(value: string, pointer: string, longest: number): string {
  const line = value.trim();
  if (!visible.test(line) || [...line].length > longest || turning.test(line) || !line.isWellFormed()) {
    throw errors.invalidField(pointer, `must be one visible line of 1 to ${longest} characters`, 'format');
  }
  return line;
}
