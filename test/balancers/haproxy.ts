import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Writes the configuration that the manual gives below `folder`, and returns the command that runs it. */
export async function configureHaproxy(
  folder: string,
  port: number,
  upstreams: readonly number[],
): Promise<readonly [program: string, ...args: string[]]> {
  const path = join(folder, 'haproxy.cfg');
  const lines = [
    'defaults',
    '  mode http',
    '  timeout connect 5s',
    '  timeout client 60s',
    '  timeout server 120s',
    'frontend public',
    `  bind 127.0.0.1:${port}`,
    '  default_backend parley',
    'backend parley',
    '  balance roundrobin',
    '  option redispatch',
    '  option httpchk GET /v1/health',
    '  default-server check inter 500ms fall 2 rise 1',
    ...upstreams.map((upstream, index) => `  server parley-${index} 127.0.0.1:${upstream}`),
  ];
  await writeFile(path, `${lines.join('\n')}\n`);
  return ['haproxy', '-db', '-f', path];
}
