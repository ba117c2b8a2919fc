import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { mintToken, type Parley } from './mint-token.ts';
import { nameOf } from './sessions.ts';

const folder = join(import.meta.dirname, 'pages');

/** The file behind a path; no other file of the folder can be read. */
const files: Readonly<Record<string, readonly [file: string, type: string]>> = {
  '/': ['shop.html', 'text/html'],
  '/help': ['help.html', 'text/html'],
  '/orders': ['orders.html', 'text/html'],
  '/site.js': ['site.js', 'text/javascript'],
  '/site.css': ['site.css', 'text/css'],
  '/shapes.svg': ['shapes.svg', 'image/svg+xml'],
  '/icon.svg': ['icon.svg', 'image/svg+xml'],
};

export interface Rendered {
  readonly type: string;
  readonly text: string;
}

/** The file at a path, and in a page what depends on the tenant and the signed-in user. Null: there is none. */
export async function renderPage(
  path: string,
  parley: Parley,
  tenantUrl: string,
  user: string | null,
): Promise<Rendered | null> {
  const [file, type] = Object.hasOwn(files, path) ? (files[path] ?? []) : [];
  if (file === undefined || type === undefined) return null;
  const text = await read(file);
  if (type !== 'text/html') return { type, text };
  const header = (await read('header.html')).replaceAll('{{user}}', nameOf(user));
  const parts: Readonly<Record<string, string>> = {
    header: header.replace(`<a href="${path}">`, `<a href="${path}" aria-current="page">`),
    footer: await read('footer.html'),
    frame: text.includes('{{frame}}') ? await frame(parley, user) : '',
    tenant: tenantUrl,
  };
  return { type, text: text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => parts[name] ?? '') };
}

/** A plain frame gets its token with the page. Without a signed-in user there is none to mint it for. */
async function frame(parley: Parley, user: string | null): Promise<string> {
  if (user === null) return '<p class="chat" data-reload>Sign in above to ask about your order.</p>';
  const { token, tenant_url } = await mintToken(parley, user);
  return `<iframe class="chat" data-reload title="Chat" src="${tenant_url}/embed#token=${token}"></iframe>`;
}

function read(file: string): Promise<string> {
  return readFile(join(folder, file), 'utf8');
}
