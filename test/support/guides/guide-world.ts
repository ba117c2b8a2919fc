import { execFile } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ToolServerList, ToolServerSecretAnswer } from '#contract/tools/tools.ts';
import { makeFolder } from '../machine/make-folder.ts';
import { toolSecret } from '../tools/signed-message.ts';
import { startService, type TestService } from '../world/process.ts';
import { type CommandHost, startCommandHost } from './command-host.ts';
import { receiverSecret } from './judge-server.ts';
import { serveProgram } from './serve-program.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..', '..', '..');

/** The one service of all guides, its operator, and a partner for each language, so that none sees another's. */
export class GuideWorld implements AsyncDisposable {
  /** A folder of a foreign project that has the built client. */
  readonly plainFolder: string;
  /** One that has the files of the guides, too. */
  readonly folderWithFiles: string;
  readonly #service: TestService;
  readonly #commands: CommandHost;
  readonly #parts: AsyncDisposableStack;
  readonly #toolProgram: string;
  readonly #keys = new Map<string, Promise<string>>();
  /** By partner. */
  readonly #toolServers = new Map<string, Promise<string>>();

  private constructor(
    [plainFolder, folderWithFiles]: readonly [string, string],
    toolProgram: string,
    service: TestService,
    commands: CommandHost,
    parts: AsyncDisposableStack,
  ) {
    this.plainFolder = plainFolder;
    this.folderWithFiles = folderWithFiles;
    this.#toolProgram = toolProgram;
    this.#service = service;
    this.#commands = commands;
    this.#parts = parts;
  }

  static async open(
    files: readonly { name: string; text: string }[],
    servers: readonly { name: string; language: string; text: string }[],
  ): Promise<GuideWorld> {
    await using parts = new AsyncDisposableStack();
    const project = makeFolder('parley-guides-');
    parts.defer(() => rm(project, { recursive: true }));
    const folders = [join(project, 'plain'), join(project, 'with-files')] as const;
    for (const folder of folders) await mkdir(folder);
    for (const { name, text } of files) await writeFile(join(folders[1], name), text);
    await installClient(project);
    const service = parts.use(
      await startService({ env: { PARLEY_DEMO: 'off', PARLEY_WEBHOOK_NETWORKS: '127.0.0.1' } }),
    );
    const commands = parts.use(await startCommandHost());
    const tools = servers.find(({ name, language }) => name === 'tools' && language === 'typescript');
    return new GuideWorld(folders, tools?.text ?? '', service, commands, parts.move());
  }

  /** Only what the words say, which stand above a block. A partner has a key for each set of scopes that they name. */
  async environmentOf(needs: string, partner: string): Promise<Record<string, string>> {
    return {
      ...(needs.includes('PARLEY_URL') ? { PARLEY_URL: this.url } : {}),
      ...(needs.includes('PARLEY_KEY') ? { PARLEY_KEY: await this.#keyFor(needs, partner) } : {}),
      ...(needs.includes('PARLEY_TENANT_URL') ? { PARLEY_TENANT_URL: this.#tenantOf(partner) } : {}),
      ...(needs.includes('PARLEY_WEBHOOK_SECRET') ? { PARLEY_WEBHOOK_SECRET: receiverSecret } : {}),
      ...(needs.includes('PARLEY_TOOL_SERVER')
        ? { PARLEY_TOOL_SERVER: await this.#toolServerFor(needs, partner) }
        : {}),
      ...(needs.includes('PARLEY_TOOL_SECRET') ? { PARLEY_TOOL_SECRET: toolSecret } : {}),
      ...(needs.includes('settings of the service') ? this.#settings : {}),
    };
  }

  get url(): string {
    return `${this.#service.origin}/v1`;
  }

  /** Where the key for `chat` alone belongs. */
  #tenantOf(partner: string): string {
    return `http://${partner}.localhost:${this.#service.port}`;
  }

  get #settings() {
    const { PATH = '' } = process.env;
    return { PARLEY_DATA_DIR: this.#service.dataFolder, PATH: `${this.#commands.folder}:${PATH}` };
  }

  #keyFor(needs: string, partner: string): Promise<string> {
    const all = ['chat', 'webhooks', 'user-data', 'review', 'keys', 'guidance', 'tools', 'knowledge'];
    const scopes = all.filter((scope) => scope === 'chat' || needs.includes(`\`${scope}\``));
    const deepDive = needs.includes('Deep Dive') ? 'on' : 'off';
    const slug = [partner, ...scopes.slice(1), ...(deepDive === 'on' ? ['deep'] : [])].join('-');
    const known = this.#keys.get(slug);
    if (known !== undefined) return known;
    const key = this.#createClient([slug, '--scopes', scopes.join(','), '--deep-dive', deepDive]);
    this.#keys.set(slug, key);
    return key;
  }

  #toolServerFor(needs: string, partner: string): Promise<string> {
    const known = this.#toolServers.get(partner);
    if (known !== undefined) return known;
    const added = this.#addToolServer(needs, partner);
    this.#toolServers.set(partner, added);
    return added;
  }

  /** The server `shop` of the partner, in place of one that a guide has added: the program of the guide listens there. */
  async #addToolServer(needs: string, partner: string): Promise<string> {
    const key = await this.#keyFor(needs, partner);
    const send = async (method: string, path: string, body?: object): Promise<string> => {
      const headers = { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) };
      const sent = body === undefined ? {} : { body: JSON.stringify(body) };
      const answer = await fetch(`${this.url}/tool-servers${path}`, { method, headers, ...sent });
      return answer.text();
    };
    const { data }: ToolServerList = JSON.parse(await send('GET', ''));
    for (const { id } of data) await send('DELETE', `/${id}`);
    const body = { name: 'shop', url: 'http://127.0.0.1:9/' };
    const { id, secret }: ToolServerSecretAnswer = JSON.parse(await send('POST', '', body));
    const env = { PARLEY_TOOL_SECRET: secret };
    const program = { source: this.#toolProgram, folder: this.plainFolder, env };
    const { origin } = this.#parts.use(await serveProgram('typescript', program));
    await send('PATCH', `/${id}`, { url: origin.replace('localhost', '127.0.0.1') });
    return id;
  }

  async #createClient(words: readonly string[]): Promise<string> {
    const npx = join(this.#commands.folder, 'npx');
    const { stdout } = await run(npx, ['parley', 'client', 'create', ...words, '--json'], {
      env: this.#settings,
    });
    const created: { readonly api_key: string } = JSON.parse(stdout);
    return created.api_key;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#parts[Symbol.asyncDispose]();
  }
}

/** Without npm: the tests of the client judge what npm installs. */
async function installClient(project: string): Promise<void> {
  const folder = join(project, 'node_modules', '@parley', 'client');
  await run(process.execPath, [join(root, 'scripts', 'build-sdk.ts'), '--if-stale']);
  await mkdir(folder, { recursive: true });
  const tarball = join(root, 'dist', 'sdk', 'parley-client.tgz');
  await run('tar', ['-xzf', tarball, '--strip-components=1', '-C', folder]);
  await writeFile(join(project, 'package.json'), '{"type":"module","private":true}');
}
