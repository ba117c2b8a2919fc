import { directionOf, type Language } from '#contract/languages/languages.ts';
import type { PageWords } from '#locales/en/pages.ts';
import { ground } from './ground.ts';
import { type Html, html } from './html.ts';
import type { PageAssets } from './web-build.ts';

export interface Shell {
  readonly language: Language;
  readonly title: string;
  /** Paths on the page's own host. */
  readonly icon: string;
  readonly theme: string;
  readonly assets: PageAssets;
  readonly body: Html;
  /** Paths of what a browser needs to install the page as an app; absent where it is none. */
  readonly install?: { readonly manifest: string; readonly touchIcon: string } | null;
}

/** The document around every page. */
export function renderShell({ language, title, icon, theme, assets, body, install = null }: Shell): string {
  const { styles, scripts, preloads } = assets;
  return html`<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="${icon}">
${install && installation(install)}
${styles.map((address) => html`<link rel="stylesheet" href="${address}">`)}
<link rel="stylesheet" href="${theme}">
${preloads.map((address) => html`<link rel="modulepreload" href="${address}">`)}
${scripts.map((address) => html`<script type="module" src="${address}"></script>`)}
</head>
<body>
${body}
</body>
</html>
`.markup;
}

/** The element that a page's script renders into, with the data for its first view. */
export function appBody(words: PageWords, data: Html): Html {
  return html`<div id="app"></div>
<noscript><p>${words.noScript}</p></noscript>
${data}`;
}

/** The bars of a phone and of an installed window are painted like the page. */
function installation({ manifest, touchIcon }: NonNullable<Shell['install']>): Html {
  return html`<link rel="manifest" href="${manifest}">
<link rel="apple-touch-icon" href="${touchIcon}">
<meta name="theme-color" media="(prefers-color-scheme: light)" content="${ground.light}">
<meta name="theme-color" media="(prefers-color-scheme: dark)" content="${ground.dark}">`;
}
