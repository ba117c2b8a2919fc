import { type BrandLook, lookProperties } from '#contract/brand/look.ts';
import { readableAccent } from '#contract/brand/readable-accent.ts';
import type { BrandResource } from '#contract/hosted.ts';
import type { Brand } from './brand.ts';

/** The brand as the tenant's administrators see it. */
export function presentBrand(brand: Brand): BrandResource {
  const { accent, assistantName, greeting, starters, aiNotice, radius, font, density, hasLogo } = brand;
  return {
    assistant_name: assistantName,
    accent,
    readable_accent: accent === null ? null : { ...readableAccent(accent) },
    greeting,
    starters: [...starters],
    ai_notice: aiNotice,
    radius,
    font,
    density,
    has_logo: hasLogo,
    logo_url: '/brand/logo',
  };
}

/** The style sheet that gives the pages their look; the theme is the system's unless a page has chosen one. */
export function themeStyles(look: BrandLook): string {
  const light = lookProperties(look, 'light');
  if (Object.keys(light).length === 0) return '';
  const dark = look.accent === null ? '' : `--brand: ${readableAccent(look.accent).dark};`;
  const rules = Object.entries(light).map(([name, value]) => `${name}: ${value};`);
  return [
    `:root { ${rules.join(' ')} }`,
    `@media (prefers-color-scheme: dark) { :root:not([data-theme="light"]) { ${dark} } }`,
    `:root[data-theme="dark"] { ${dark} }`,
    '',
  ].join('\n');
}
