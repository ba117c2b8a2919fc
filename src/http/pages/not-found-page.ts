import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { directionOf, type PerLanguage } from '#contract/languages/languages.ts';
import { Html, html } from './html.ts';
import { languageFor, tellLanguage } from './request-language.ts';

interface Words {
  readonly title: string;
  readonly text: string;
}

const words: PerLanguage<Words> = {
  en: { title: 'Page not found', text: 'Nothing is here. Check the address, or ask for a new link.' },
  de: {
    title: 'Seite nicht gefunden',
    text: 'Hier ist nichts. Prüfen Sie die Adresse oder bitten Sie um einen neuen Link.',
  },
  fr: {
    title: 'Page introuvable',
    text: 'Il n’y a rien ici. Vérifiez l’adresse ou demandez un nouveau lien.',
  },
  es: {
    title: 'Página no encontrada',
    text: 'Aquí no hay nada. Compruebe la dirección o pida un enlace nuevo.',
  },
  pt: {
    title: 'Página não encontrada',
    text: 'Não há nada aqui. Verifique o endereço ou peça um novo link.',
  },
  it: {
    title: 'Pagina non trovata',
    text: 'Qui non c’è nulla. Controlli l’indirizzo o chieda un nuovo link.',
  },
  ja: {
    title: 'ページが見つかりません',
    text: 'ここには何もありません。アドレスを確認するか、新しいリンクを依頼してください。',
  },
  zh: { title: '找不到页面', text: '此处没有内容。请检查地址，或索取新的链接。' },
  ar: { title: 'الصفحة غير موجودة', text: 'لا يوجد شيء هنا. تحقّق من العنوان أو اطلب رابطًا جديدًا.' },
};

/** Inside of the page, because a host that does not exist serves no files. */
const style = `:root{color-scheme:light dark}body{display:grid;min-block-size:100dvh;margin:0;place-content:center;
padding:1.5rem;box-sizing:border-box;font:1rem/1.5 system-ui,sans-serif;color:light-dark(#24262b,#ecebe7);
background:light-dark(#fdfcfa,#141619);text-align:center}h1{font-size:1.5rem;margin:0 0 .5rem}p{margin:0;max-inline-size:40ch}`;

const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Whether a browser asks for a page, and not a program or a page for something else. */
export function asksForPage({ method, headers }: FastifyRequest): boolean {
  return (method === 'GET' || method === 'HEAD') && (headers.accept ?? '').includes('text/html');
}

/** The 404 of every host and path: it names neither, so it tells unknown hosts and revoked ones apart for no one. */
export function notFoundPage(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const language = languageFor(request);
  const { title, text } = words[language];
  const page = html`<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${new Html(style)}</style>
</head>
<body><main><h1>${title}</h1><p>${text}</p></main></body>
</html>
`;
  return tellLanguage(reply, language)
    .code(404)
    .headers({
      'cache-control': 'no-store',
      'content-security-policy': policy,
      'referrer-policy': 'no-referrer',
      vary: 'accept, accept-language',
    })
    .type('text/html; charset=utf-8')
    .send(page.markup);
}
