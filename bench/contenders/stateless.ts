import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../support/folder.ts';
import { freePort } from '../support/free-port.ts';
import { processUsage, treeUsage } from '../support/process-usage.ts';
import { startProgram } from '../support/program.ts';
import { type Contender, NOTHING, providerTarget } from './contender.ts';
import type { MockProvider } from './mock.ts';

export const NGINX = '/usr/sbin/nginx';

/** The load generator talks to the provider directly. */
export function direct(mock: MockProvider): Contender {
  return {
    name: 'direct',
    target: providerTarget(mock.port, '/v1/chat/completions'),
    server: () => NOTHING,
    database: () => NOTHING,
    [Symbol.asyncDispose]: async () => {},
  };
}

export async function startPipe(mock: MockProvider): Promise<Contender> {
  const port = await freePort();
  const flags = ['--port', String(port), '--provider', mock.origin];
  const program = await startProgram({ arguments: ['bench/programs/pipe.ts', ...flags], port });
  return {
    name: 'pipe',
    target: providerTarget(port),
    server: () => processUsage(program.pid),
    database: () => NOTHING,
    [Symbol.asyncDispose]: () => program[Symbol.asyncDispose](),
  };
}

export async function startNginx(mock: MockProvider): Promise<Contender> {
  const port = await freePort();
  const folder = makeFolder('nginx');
  const configuration = join(folder, 'nginx.conf');
  writeFileSync(configuration, nginxConfiguration(folder, port, mock.port));
  const program = await startProgram({
    command: NGINX,
    arguments: ['-p', folder, '-c', configuration],
    port,
  });
  return {
    name: 'nginx',
    target: providerTarget(port),
    server: () => treeUsage(program.pid),
    database: () => NOTHING,
    [Symbol.asyncDispose]: () => program[Symbol.asyncDispose](),
  };
}

function nginxConfiguration(folder: string, port: number, providerPort: number): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return `
    daemon off;
    worker_processes 1;
    pid ${folder}/nginx.pid;
    error_log stderr;
    events { worker_connections 16384; }
    http {
      access_log off;
      keepalive_requests 1000000;
      ${temporary.map((kind) => `${kind}_temp_path ${folder}/${kind};`).join(' ')}
      upstream provider { server 127.0.0.1:${providerPort}; keepalive 512; }
      server {
        listen 127.0.0.1:${port};
        location = /v1/stream {
          proxy_pass http://provider/v1/chat/completions;
          proxy_http_version 1.1;
          proxy_set_header Connection "";
          proxy_buffering off;
        }
      }
    }`;
}
