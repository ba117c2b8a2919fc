/** The Debian packages of README's line, beyond Node and npm. What it does not name is not on a machine of ours. */
export function readPackages(readme: string): readonly string[] {
  const [, list = ''] = /apt-get install ((?:[a-z0-9][a-z0-9+.-]*[ \t]?)+)/.exec(readme) ?? [];
  return list.split(/\s+/).filter((name) => name !== '');
}
