import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { directionOf, type Language, type PerLanguage } from '#contract/languages/languages.ts';
import { ground } from './ground.ts';
import { Html, html } from './html.ts';
import { pageWords } from './page-words.ts';
import { languageFor, setLanguageHeaders } from './request-language.ts';

interface Words {
  readonly title: string;
  readonly text: string;
  readonly console: string;
}

const words: PerLanguage<Words> = {
  en: {
    title: 'Page not found',
    text: 'Nothing is here. Check the address, or ask for a new link.',
    console: 'Back to the console',
  },
  de: {
    title: 'Seite nicht gefunden',
    text: 'Hier ist nichts. Prüfen Sie die Adresse oder bitten Sie um einen neuen Link.',
    console: 'Zurück zur Konsole',
  },
  fr: {
    title: 'Page introuvable',
    text: 'Il n’y a rien ici. Vérifiez l’adresse ou demandez un nouveau lien.',
    console: 'Retour à la console',
  },
  es: {
    title: 'Página no encontrada',
    text: 'Aquí no hay nada. Compruebe la dirección o pida un enlace nuevo.',
    console: 'Volver a la consola',
  },
  pt: {
    title: 'Página não encontrada',
    text: 'Não há nada aqui. Verifique o endereço ou peça um novo link.',
    console: 'Voltar ao console',
  },
  it: {
    title: 'Pagina non trovata',
    text: 'Qui non c’è nulla. Controlli l’indirizzo o chieda un nuovo link.',
    console: 'Torna alla console',
  },
  ja: {
    title: 'ページが見つかりません',
    text: 'ここには何もありません。アドレスを確認するか、新しいリンクを依頼してください。',
    console: 'コンソールに戻る',
  },
  zh: { title: '找不到页面', text: '此处没有内容。请检查地址，或索取新的链接。', console: '返回控制台' },
  ar: {
    title: 'الصفحة غير موجودة',
    text: 'لا يوجد شيء هنا. تحقّق من العنوان أو اطلب رابطًا جديدًا.',
    console: 'العودة إلى وحدة التحكم',
  },
};

/** Inline, because a host that does not exist serves no files. */
const style = `:root{color-scheme:light dark}body{display:grid;min-block-size:100dvh;margin:0;place-content:center;
padding:1.5rem;box-sizing:border-box;font:1rem/1.5 system-ui,sans-serif;color:light-dark(#24262b,#ecebe7);
background:light-dark(${ground.light},${ground.dark});text-align:center}h1{font-size:1.5rem;margin:0 0 .5rem}p{margin:0 0 1rem;max-inline-size:40ch}
a{color:inherit}`;

const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Whether a browser asks for a page, and not a program or a page for something else. */
function asksForPage({ method, headers }: FastifyRequest): boolean {
  return (method === 'GET' || method === 'HEAD') && (headers.accept ?? '').includes('text/html');
}

/** What the first page of a host is. */
export type Home = 'chat' | 'signIn' | 'console';

/**
 * The 404 of every host and path, with a link to the host's first page. A host without one is not named, so the page
 * does not distinguish unknown hosts from revoked ones.
 */
function notFoundPage(request: FastifyRequest, reply: FastifyReply, home: Home | null): FastifyReply {
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
<body><main><h1>${title}</h1><p>${text}</p>${home && html`<p><a href="/">${nameOf(home, language)}</a></p>`}</main></body>
</html>
`;
  return setLanguageHeaders(reply, language)
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

function nameOf(home: Home, language: Language): string {
  const { toChat, back } = pageWords[language];
  switch (home) {
    case 'chat':
      return toChat;
    case 'signIn':
      return back;
    case 'console':
      return words[language].console;
  }
}

/** The same response for unknown and revoked tenants, whatever the path: a page for a browser, a line for a program. */
export function plainNotFound(reply: FastifyReply, home: Home | null = null): FastifyReply {
  const { request } = reply;
  return asksForPage(request) ? notFoundPage(request, reply, home) : plainText(reply, 404, 'Not found\n');
}

export function plainText(reply: FastifyReply, status: number, text: string): FastifyReply {
  return reply.code(status).header('cache-control', 'no-store').type('text/plain; charset=utf-8').send(text);
}
