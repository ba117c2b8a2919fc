import type { BrandResource } from '#contract/hosted.ts';
import { readableAccent } from './accent-contrast.ts';
import type { Brand } from './brand.ts';

/** The brand as the tenant's administrators see it. */
export function presentBrand(brand: Brand): BrandResource {
  const { accent, greeting, starters, hasLogo } = brand;
  return {
    accent,
    readable_accent: accent === null ? null : { ...readableAccent(accent) },
    greeting,
    starters: [...starters],
    has_logo: hasLogo,
    logo_url: '/brand/logo',
  };
}

/** The style sheet that gives the pages their colour; the theme is the system's unless a page has chosen one. */
export function themeStyles(accent: string | null): string {
  if (accent === null) return '';
  const { light, dark } = readableAccent(accent);
  return [
    `:root { --brand: ${light}; }`,
    `@media (prefers-color-scheme: dark) { :root:not([data-theme="light"]) { --brand: ${dark}; } }`,
    `:root[data-theme="dark"] { --brand: ${dark}; }`,
    '',
  ].join('\n');
}
